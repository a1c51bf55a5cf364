import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'

/** The facts a figure depends on: runtime, engine, processor, kernel, governor. */
export function describeMachine(): string {
  const [cpu] = cpus()
  const governor = readText('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor') ?? 'not told'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return [
    runtimeName(),
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory}`,
    `kernel ${release()}, governor ${governor}`,
  ].join('; ')
}

/** The runtime and its engine, as `Node 24.21.0 (V8 13.6…)`. */
export function runtimeName(): string {
  const { bun, deno, node, v8 } = process.versions
  if (bun !== undefined) return `Bun ${bun} (JavaScriptCore)`
  return deno === undefined ? `Node ${node} (V8 ${v8})` : `Deno ${deno} (V8 ${v8})`
}

/** Starts watching how busy the machine is; the answer tells it for the time since, as far as the kernel does. */
export function watchLoad(): () => string {
  const before = readTicks()
  const ownBefore = process.cpuUsage()
  return () => {
    const after = readTicks()
    if (before === undefined || after === undefined) return 'load of the machine not told'
    const total = after.total - before.total
    const own = process.cpuUsage(ownBefore)
    const ownTicks = (own.user + own.system) / 10_000
    const others = after.busy - before.busy - ownTicks
    return `steal ${percent(after.steal - before.steal, total)}, other processes ${percent(Math.max(others, 0), total)} of ${cpus().length} processors`
  }
}

interface Ticks {
  readonly total: number
  readonly busy: number
  readonly steal: number
}

function readTicks(): Ticks | undefined {
  const line = readText('/proc/stat')?.split('\n')[0]
  if (line === undefined) return undefined
  const ticks = line.split(/\s+/).slice(1, 9).map(Number)
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, steal = 0] = ticks
  return {
    total: ticks.reduce((sum, part) => sum + part, 0),
    busy: user + nice + system + irq + soft,
    steal,
  }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
