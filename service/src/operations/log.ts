import { type DestinationStream, type Level, type Logger, pino, stdTimeFunctions } from 'pino'
import { readableLine } from './readable-line.ts'

/** The service's log: pino's, one JSON object a line. */
export type Log = Logger

/** Options of {@link createLog}. */
export interface LogOptions {
  /** The least level that is written. */
  readonly level: Level | 'silent'
  /** Whether people read it: lines of words instead of JSON. */
  readonly readable: boolean
  /** Takes finished lines, each with its line feed. */
  readonly write: (line: string) => void
}

/** Creates the log. What goes in is chosen where it is written: never bodies, tokens, cookies or passwords. */
export function createLog({ level, readable, write }: LogOptions): Log {
  const stream: DestinationStream = { write: readable ? (line) => write(readableLine(line)) : write }
  const timestamp = stdTimeFunctions.isoTime
  return pino({ level, base: null, timestamp, formatters: { level: (label) => ({ level: label }) } }, stream)
}
