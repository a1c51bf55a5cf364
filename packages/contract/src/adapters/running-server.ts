import { LONGEST_TIMEOUT } from '../longest-timeout.ts'
import { authorityOf } from './listening.ts'

/** A server that listens. */
export interface RunningServer {
  /** `http://host:port`, with the port that was taken. */
  readonly url: string
  readonly port: number
  /** Takes no more connections and resolves when what was begun is answered; after `grace` (default 10000 ms; Infinity for never) it is
   *  cut off. On Node the last answer on each connection tells its client so, and a kept one has 100 ms to ask once more. */
  readonly close: (grace?: number) => Promise<void>
}

/** The server that listens at this host and port; `close` is given how long it may wait, in milliseconds. */
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
