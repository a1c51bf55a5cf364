import { applyLoad, type Load, type LoadOptions } from './wrk.ts'

/** A load at a rate that does not depend on how fast the server answers, as long as it keeps up. */
export interface PacedOptions extends Pick<LoadOptions, 'core' | 'seconds' | 'requests'> {
  /** Requests a second. Default 2000. */
  readonly rate?: number
}

/**
 * Sends the requests at a steady rate, for its latencies: 64 connections, each of which waits by chance before it
 * sends, so that the arrivals of all of them are spread as those of many clients are.
 */
export function applyPacedLoad(port: number, options: PacedOptions): Promise<Load> {
  const { rate = 2000, ...rest } = options
  return applyLoad(port, {
    ...rest,
    connections: CONNECTIONS,
    pause: Math.round((CONNECTIONS * 1000) / rate),
  })
}

const CONNECTIONS = 64
