import { type Disturbance, watchDisturbance } from './disturbance.ts'
import { applyLoad, type Load, type LoadOptions } from './load.ts'
import type { Server } from './server.ts'
import { untilAnswered } from './until-answered.ts'

/** The observations of a server under load. */
export interface Window {
  /** Microseconds of processor time per request, of the whole process. */
  readonly cpu: number
  readonly load: Load
  readonly disturbance: Disturbance
}

/** Loads a server for one window; repeats it where the machine stood still. */
export function measureWindow(server: Server, options: LoadOptions): Promise<Window> {
  return untilAnswered(async () => {
    const stopWatching = watchDisturbance(server.cpuTime)
    const before = server.cpuTime()
    const load = await applyLoad(server.port, options)
    const cpu = (server.cpuTime() - before) / load.requests
    return { cpu, load, disturbance: stopWatching() }
  })
}
