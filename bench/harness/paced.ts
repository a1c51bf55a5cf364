import { applyLoad, type Load, type LoadOptions } from './load.ts'

/** A load at a rate that does not depend on how fast the server responds, as long as it keeps up. */
export interface PacedOptions extends Pick<LoadOptions, 'seconds' | 'requests' | 'sleeps'> {
  /** Requests per second. Default 2000. */
  readonly rate?: number
}

/**
 * Sends requests at a steady rate, to measure latencies. It uses up to 64 connections; each waits a random time before
 * it sends, so that requests arrive spread out like those of many clients. A rate that the server cannot keep up with
 * is not reached; the result shows that.
 */
export function applyPacedLoad(port: number, options: PacedOptions): Promise<Load> {
  const { rate = 2000, ...rest } = options
  const connections = Math.min(Math.ceil((rate * PAUSE) / 1000), 64)
  return applyLoad(port, { ...rest, connections, pause: Math.round((connections * 1000) / rate) })
}

/** Milliseconds that a connection waits on average: long compared with a response, short compared with the measurement. */
const PAUSE = 64
