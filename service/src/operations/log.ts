import { type DestinationStream, type Level, type Logger, pino, stdSerializers } from 'pino'
import { momentText } from '../storage/moment.ts'
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

/**
 * Creates the log. What goes in is chosen where it is written: never bodies, tokens, cookies or passwords; of an error
 * under `err` its type, message, stack and code.
 */
export function createLog({ level, readable, write }: LogOptions): Log {
  const stream: DestinationStream = { write: readable ? (line) => write(readableLine(line)) : write }
  const timestamp = () => `,"time":"${momentText(Date.now())}"`
  const formatters = { level: (label: string) => ({ level: label }) }
  return pino({ level, base: null, timestamp, formatters, serializers: { err: serializeError } }, stream)
}

/** What else an error carries may be a record: PostgreSQL's has the row that it refused, with the hash of a password. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: typeof error === 'object' ? 'no Error was thrown' : String(error) }
  }
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}
