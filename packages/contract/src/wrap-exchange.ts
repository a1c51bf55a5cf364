import { shownGiven } from '@postern/model'
import { type Api, openEntries } from './api.ts'
import { attempt, ignore } from './attempt.ts'
import type { Exchange } from './exchange.ts'
import { dropBody, type Incoming, isStreamBody, type Outgoing, type Send } from './incoming.ts'
import { requireSendable, unframed } from './reply/sendable.ts'

/**
 * Returns the same api with every request, through every entry, going through what `wrap` makes of its exchange. If
 * that throws, rejects, or sends something that is not a response, `onError` receives the reason, and a 500 is sent if
 * nothing was sent before. An exchange can read only the request itself, not a copy of it or an object that inherits
 * from it. Throws a TypeError if `wrap` does not return an exchange.
 */
export function wrapExchange(api: Api, wrap: (exchange: Exchange) => Exchange): Api {
  /** Streams that were handed over. What throws later, or sends them again, must not stop them. */
  const handedOver = new WeakSet<object>()
  /**
   * Responses whose streams are not handed over yet, by their requests. If something else is sent instead, nobody reads
   * the stream.
   */
  const waiting = new WeakMap<Incoming, Outgoing>()
  const drop = ({ body }: Outgoing) => {
    if (isStreamBody(body) && !handedOver.has(body)) dropBody(body)
  }
  const wrapped = wrap((incoming, send) =>
    api.exchange(incoming, (outgoing) => {
      if (isStreamBody(outgoing.body)) waiting.set(incoming, outgoing)
      try {
        return send(outgoing)
      } catch (error) {
        drop(outgoing)
        throw error
      }
    }),
  )
  if (typeof wrapped !== 'function')
    throw new TypeError(`wrap returned ${shownGiven(wrapped)}; return (incoming, send) => …`)
  const exchange: Exchange = (incoming, send) => {
    let isSent = false
    const sendOnce: Send = (outgoing) => {
      if (isSent) {
        drop(outgoing)
        return 0
      }
      const isOutermost = incoming.sendPast === sendOnce
      requireSendable(outgoing, isOutermost)
      isSent = true
      // Otherwise code that still holds the request would also hold its `send`.
      if (isOutermost) incoming.sendPast = undefined
      if (isStreamBody(outgoing.body)) handedOver.add(outgoing.body)
      else dropBody(waiting.get(incoming)?.body ?? null)
      const bytes = send(isOutermost ? unframed(outgoing) : outgoing)
      incoming.sentBytes = bytes
      return bytes
    }
    // With several layers the outermost is called first, and its `send` is the adapter's own.
    incoming.sendPast ??= sendOnce
    const fail = (error: unknown) => api.crash(incoming, isSent ? undefined : sendOnce, error)
    attempt(() => wrapped(incoming, sendOnce), ignore, { fail })
  }
  return { ...api, ...openEntries({ exchange, isObserved: true }) }
}
