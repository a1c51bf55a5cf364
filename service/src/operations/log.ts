import { type DestinationStream, type Level, type Logger, pino, stdSerializers } from 'pino'
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
  /** The time, in milliseconds since 1970; default the system's. */
  readonly now?: () => number
}

/**
 * Creates the log. What goes in is chosen where it is written: never bodies, tokens, cookies or passwords; of an error
 * under `err` its type, message, stack and code.
 */
export function createLog({ level, readable, write, now = Date.now }: LogOptions): Log {
  const stream: DestinationStream = { write: readable ? (line) => write(readableLine(line)) : write }
  const timestamp = createTimestamp(now)
  const formatters = { level: (label: string) => ({ level: label }) }
  return pino({ level, base: null, timestamp, formatters, serializers: { err: serializeError } }, stream)
}

/** The member that tells a line's time. Many lines share a millisecond, and its text is dear. */
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

/** What else an error carries may be a record: PostgreSQL's has the row that it refused, with the hash of a password. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: typeof error === 'object' ? 'no Error was thrown' : String(error) }
  }
  const { type, message, stack, code } = stdSerializers.err(error)
  return { type, message, stack, code }
}
