import { randomUUID } from 'node:crypto'
import type { AnswerNotice, Api, Contract, ErrorNotice, Exchange, Incoming } from '@postern/contract'
import type { Log } from './log.ts'
import type { ReportUnavailable, Unavailability } from './unavailable.ts'
import { withHeaders } from './with-headers.ts'

/** What an API reports about its requests. */
export interface Notices {
  readonly onAnswer: (notice: AnswerNotice) => void
  readonly onError: (notice: ErrorNotice) => void
  readonly onUnavailable: ReportUnavailable
}

/**
 * Creates an API that logs its requests, one line each, and with it the reason of every 500 and of every 503 of an
 * operation. The ids in the lines come from `withRequestIds` around it.
 */
export function withRequestLog(log: Log, { routes }: Contract, create: (notices: Notices) => Api): Api {
  const about = (incoming: Incoming, operation: string | undefined) => ({
    id: incoming.requestId,
    method: incoming.method,
    // The template, never the path: an undeclared path may contain anything.
    route: operation === undefined ? undefined : (routes[operation]?.path ?? operation),
  })
  const unavailabilities = new WeakMap<Incoming, Unavailability>()
  return create({
    onAnswer({ incoming, operation, status, milliseconds, bytes }) {
      const unavailability = status === 503 ? unavailabilities.get(incoming) : undefined
      if (unavailability !== undefined) {
        const { event, reason } = unavailability
        log.warn({ ...about(incoming, operation), reason }, event)
      }
      log.info(
        { ...about(incoming, operation), status, ms: Math.round(milliseconds * 10) / 10, bytes },
        'request',
      )
    },
    onUnavailable: (unavailability, incoming) => void unavailabilities.set(incoming, unavailability),
    onError: ({ incoming, operation, ...reason }) =>
      log.error({ ...about(incoming, operation), ...reasonFields(reason) }, 'failure'),
  })
}

/**
 * Gives each request an id: its `X-Request-Id` if that is plain and short, otherwise a new one. The response carries it.
 */
export function withRequestIds(exchange: Exchange): Exchange {
  return (incoming, send) => {
    const given = incoming.header('x-request-id') ?? ''
    const id = /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
    incoming.requestId = id
    exchange(incoming, (outgoing) => send(withHeaders(outgoing, ['x-request-id', id])))
  }
}

/** An error, under the name for which the log writes a stack; issues as they are, since they contain no values. */
function reasonFields(reason: { readonly error: unknown } | { readonly issues: unknown }) {
  return 'error' in reason ? { err: reason.error } : reason
}
