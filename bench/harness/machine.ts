import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { parseTicks, type Ticks } from './ticks.ts'

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

/** The runtime and its engine, as `Node 24.21.0 (V8 13.6…)`. */
function runtimeName(): string {
  const { bun, deno, node, v8 } = process.versions
  if (bun !== undefined) return `Bun ${bun} (JavaScriptCore)`
  return deno === undefined ? `Node ${node} (V8 ${v8})` : `Deno ${deno} (V8 ${v8})`
}

function readTicks(): Ticks | undefined {
  const stat = readText('/proc/stat')
  return stat === undefined ? undefined : parseTicks(stat)
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
