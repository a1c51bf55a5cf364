import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { formatShare } from './statistics.ts'
import { readTicks, sharesBetween } from './ticks.ts'

/** Describes what figures depend on: runtime, engine, processor, kernel, governor. */
export function describeMachine(): string {
  const [cpu] = cpus()
  const governor = ifKnown(() => readFileSync(GOVERNOR, 'utf8').trim()) ?? 'unknown'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return [
    runtimeName(),
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory}`,
    `kernel ${release()}, governor ${governor}`,
  ].join('; ')
}

/**
 * Starts watching how busy the machine is. The returned function describes the time since then, as far as the kernel
 * reports it.
 */
export function watchLoad(): () => string {
  const before = ifKnown(readTicks)
  const ownBefore = process.cpuUsage()
  return () => {
    const after = ifKnown(readTicks)
    if (before === undefined || after === undefined) return 'load of the machine unknown'
    const { user, system } = process.cpuUsage(ownBefore)
    const { steal, foreign } = sharesBetween(before, after, user + system)
    return `steal ${formatShare(steal)}, other processes ${formatShare(foreign)} of ${cpus().length} processors`
  }
}

const GOVERNOR = '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'

/** Returns the runtime and its engine, such as `Node 24.21.0 (V8 13.6…)`. */
function runtimeName(): string {
  const { bun, deno, node, v8 } = process.versions
  if (bun !== undefined) return `Bun ${bun} (JavaScriptCore)`
  return deno === undefined ? `Node ${node} (V8 ${v8})` : `Deno ${deno} (V8 ${v8})`
}

/** Returns what the kernel reports; undefined where it does not. */
function ifKnown<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
