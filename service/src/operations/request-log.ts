import { randomUUID } from 'node:crypto'
import {
  type AnswerNotice,
  type Api,
  type Contract,
  type ErrorNotice,
  type Exchange,
  type Incoming,
  wrapExchange,
} from '@postern/contract'
import type { Log } from './log.ts'

/** What an api tells of its requests. */
export interface Notices {
  readonly onAnswer: (notice: AnswerNotice) => void
  readonly onError: (notice: ErrorNotice) => void
}

/**
 * An api whose requests are logged, a line each, and the reason of every 500 with them. Each request has an id:
 * its `X-Request-Id` where that is plain and short, a new one otherwise; the answer carries it.
 */
export function withRequestLog(log: Log, { routes }: Contract, create: (notices: Notices) => Api): Api {
  const ids = new WeakMap<Incoming, string>()
  const about = (incoming: Incoming, operation: string | undefined) => ({
    id: ids.get(incoming),
    method: incoming.method,
    // The template, never the path: a path that was not declared may hold anything.
    route: operation === undefined ? undefined : (routes[operation]?.path ?? operation),
  })
  const api = create({
    onAnswer: ({ incoming, operation, status, milliseconds, bytes }) =>
      log.info(
        { ...about(incoming, operation), status, ms: Math.round(milliseconds * 10) / 10, bytes },
        'request',
      ),
    onError: ({ incoming, operation, ...reason }) =>
      log.error({ ...about(incoming, operation), ...told(reason) }, 'failure'),
  })
  return wrapExchange(api, (exchange) => withRequestIds(exchange, ids))
}

function withRequestIds(exchange: Exchange, ids: WeakMap<Incoming, string>): Exchange {
  return (incoming, send) => {
    const given = incoming.header('x-request-id') ?? ''
    const id = /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
    ids.set(incoming, id)
    exchange(incoming, (outgoing) =>
      send({ ...outgoing, headers: [...outgoing.headers, 'x-request-id', id] }),
    )
  }
}

/** An error under the name that the log gives a stack to; issues as they are, for they hold no values. */
function told(reason: { readonly error: unknown } | { readonly issues: unknown }) {
  return 'error' in reason ? { err: reason.error } : reason
}
