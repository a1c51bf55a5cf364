import { applyLoad, type Load, type LoadOptions } from './load.ts'

/** A load at a rate that does not depend on how fast the server answers, as long as it keeps up. */
export interface PacedOptions extends Pick<LoadOptions, 'seconds' | 'requests' | 'sleeps'> {
  /** Requests a second. Default 2000. */
  readonly rate?: number
}

/**
 * Sends the requests at a steady rate, for its latencies: up to 64 connections, each of which waits by chance before
 * it sends, so that their arrivals are spread as those of many clients are. A rate that the server cannot keep up
 * with is not reached; the answer tells.
 */
export function applyPacedLoad(port: number, options: PacedOptions): Promise<Load> {
  const { rate = 2000, ...rest } = options
  const connections = Math.min(Math.ceil((rate * PAUSE) / 1000), 64)
  return applyLoad(port, { ...rest, connections, pause: Math.round((connections * 1000) / rate) })
}

/** Milliseconds that a connection waits on average: long beside an answer, short beside the measurement. */
const PAUSE = 64
