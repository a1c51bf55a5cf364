import { shownGiven } from '@postern/model'
import { unknownOptions } from '../option-mistakes.ts'

/** Where a server listens. */
export interface Listening {
  readonly host: string
  readonly port: number
}

/** The options of a `serve`, beside `host` and `port`. */
export interface Taken {
  /** An object with the name of every option. */
  readonly names: object
  /** The names of the options that are times, in milliseconds. */
  readonly times: readonly string[]
  /** The longest time allowed. */
  readonly longest: number
  /** Returns what else is wrong with the options. Default: nothing. */
  readonly review?: (given: Readonly<Record<string, unknown>>) => readonly string[]
}

/**
 * Throws a TypeError that lists every option that `serve` does not accept, each with what to write instead. An
 * undefined option counts as not given.
 */
export function reviewServing(options: object, { names, times, longest, review }: Taken): void {
  const given: Readonly<Record<string, unknown>> = { ...options }
  const mistakes = [
    ...unknownOptions('serve', options, names),
    ...reviewListening(given),
    ...times
      .filter((name) => given[name] !== undefined && !isWhole(given[name], longest))
      .map(
        (name) =>
          `${name} is ${shownGiven(given[name])}; write whole milliseconds up to ${longest}, or 0 for no limit`,
      ),
    ...(review?.(given) ?? []),
  ]
  if (mistakes.length === 0) return
  throw new TypeError(`serve does not take its options:\n${mistakes.map((one) => `  - ${one}`).join('\n')}`)
}

function reviewListening({ host = '127.0.0.1', port = 0 }: Readonly<Record<string, unknown>>): string[] {
  const mistakes: string[] = []
  if (typeof host !== 'string' || host === '')
    mistakes.push(`host is ${shownGiven(host)}; write ${ADDRESSES}`)
  if (!isWhole(port, 65_535))
    mistakes.push(`port is ${shownGiven(port)}; write a whole number up to 65535, or 0 for any free port`)
  return mistakes
}

function isWhole(value: unknown, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
}

/**
 * Returns the error for a runtime that could not listen: at which address, why, and what to do about it. Its `code` is
 * that of the runtime.
 */
export function listeningError(error: unknown, { host, port }: Listening): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  const known = code === 'EACCES' && port > 1023 ? RESERVED : REASONS[code]
  // Some messages of Node have a full stop of their own.
  const reason = known ?? `${message.replace(/(?<!\.)\.$/, '')}. Use another host: ${ADDRESSES}`
  const explained = new Error(`Cannot listen on ${authorityOf(host, port)}: ${reason}`, { cause: error })
  return Object.assign(explained, { code })
}

/** Returns `host:port`, as in a URL. */
export function authorityOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

const ADDRESSES = '127.0.0.1 for this machine only, 0.0.0.0 for all of its addresses'

/** Windows reserves ports for itself and lets a program have one exclusively; a security policy of Linux may list ports. */
const RESERVED =
  'the system does not permit this port. It may be reserved, or another program may have it exclusively: use another port (0 for any free one)'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Stop it, or use another port (0 for any free one)',
  EACCES: 'this user has no permission. Use a port above 1023',
  EADDRNOTAVAIL: `this machine has no such address. Use another host: ${ADDRESSES}`,
  ENOTFOUND: `no such host is known. Use another: ${ADDRESSES}`,
}
