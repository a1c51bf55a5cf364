import { type Api, openDoors } from './api.ts'
import { attempt, ignore } from './attempt.ts'
import type { Exchange } from './exchange.ts'
import { dropBody, type Incoming, isStreamBody, type Outgoing, type Send } from './incoming.ts'
import { requireSendable, unframed } from './reply/sendable.ts'
import { shownGiven } from './shown-given.ts'

/** The same api, whose every request goes through what `wrap` makes of its exchange, by whichever door it comes. What throws there, is
 *  rejected or sends what is no answer is told to `onError`, and a 500 where nothing was sent yet. Throws a TypeError where `wrap` answers
 *  no exchange. */
export function wrapExchange(api: Api, wrap: (exchange: Exchange) => Exchange): Api {
  /** Streams that were handed over: what breaks behind them, or sends them again, must not stop them. */
  const handedOver = new WeakSet<object>()
  /** Answers whose streams are not handed over yet, by their requests: where something else is sent instead, nobody reads the stream. */
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
    throw new TypeError(`wrap answered ${shownGiven(wrapped)}; let it answer (incoming, send) => …`)
  const exchange: Exchange = (incoming, send) => {
    let isSent = false
    const sendOnce: Send = (outgoing) => {
      if (isSent) {
        drop(outgoing)
        return 0
      }
      const isLast = incoming.sendPast === sendOnce
      requireSendable(outgoing, isLast)
      isSent = true
      // Whoever still holds the request would hold what answers it, too.
      if (isLast) incoming.sendPast = undefined
      if (isStreamBody(outgoing.body)) handedOver.add(outgoing.body)
      else dropBody(waiting.get(incoming)?.body ?? null)
      const bytes = send(isLast ? unframed(outgoing) : outgoing)
      incoming.sentBytes = bytes
      return bytes
    }
    // Of several layers the outermost is asked first, and its `send` is the adapter's own.
    incoming.sendPast ??= sendOnce
    const fail = (error: unknown) => api.crash(incoming, isSent ? undefined : sendOnce, error)
    attempt(() => wrapped(incoming, sendOnce), ignore, { fail })
  }
  return { ...api, ...openDoors({ exchange, isObserved: true }) }
}
