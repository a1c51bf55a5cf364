import { type DestinationStream, type Level, type Logger, pino, stdSerializers } from 'pino'
import { readableLine } from './readable-line.ts'

/** The service's log: pino's, one JSON object a line. */
export type Log = Logger

/** Options of {@link createLog}. */
export interface LogOptions {
  /** The lowest level that is written. */
  readonly level: Level | 'silent'
  /** Whether people read the log: readable lines instead of JSON. */
  readonly readable: boolean
  /** Receives complete lines, each with its line feed. */
  readonly write: (line: string) => void
  /** Returns the time in milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number
}

/**
 * Creates the log. The code that logs chooses what it contains: never bodies, tokens, cookies or passwords; of an
 * error, under `err`, only its type, message, stack and code.
 */
export function createLog({ level, readable, write, now = Date.now }: LogOptions): Log {
  const stream: DestinationStream = { write: readable ? (line) => write(readableLine(line)) : write }
  const timestamp = createTimestamp(now)
  const formatters = { level: (label: string) => ({ level: label }) }
  return pino({ level, base: null, timestamp, formatters, serializers: { err: serializeError } }, stream)
}

/** Creates the member with the time of a line. Many lines share a millisecond, and formatting it is expensive. */
function createTimestamp(now: () => number): () => string {
  let written = Number.NaN
  let member = ''
  return () => {
    const time = now()
    if (time !== written) member = `,"time":"${new Date(time).toISOString()}"`
    written = time
    return member
  }
}

/** Other properties of an error may contain a record: PostgreSQL's errors have the refused row, with its password hash. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: typeof error === 'object' ? 'no Error was thrown' : String(error) }
  }
  const { type, message, stack, code } = stdSerializers.err(error)
  return { type, message, stack, code }
}
