import { LONGEST_TIMEOUT } from '../longest-timeout.ts'
import { authorityOf } from './listening.ts'

/** A listening server. */
export interface RunningServer {
  /** `http://host:port`, with the actual port. */
  readonly url: string
  /** The actual port, also where port 0 was requested. */
  readonly port: number
  /**
   * Accepts no more connections, and resolves when requests in progress are answered. After `grace` (default 10000 ms;
   * Infinity for never) they are cut off. On Node the last response on each connection tells its client so, and a kept
   * connection has 100 ms for one more request.
   */
  readonly close: (grace?: number) => Promise<void>
}

/** Returns the server that listens on this host and port. `close` receives how long it may wait, in milliseconds. */
export function runningServer(
  host: string,
  port: number,
  close: (grace: number) => Promise<void>,
): RunningServer {
  return {
    url: `http://${authorityOf(host, port)}`,
    port,
    close: (grace = 10_000) => close(Math.min(grace, LONGEST_TIMEOUT)),
  }
}
