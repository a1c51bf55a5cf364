import { dropBody, isStreamBody, type Outgoing } from '../incoming.ts'
import { requireHeader, withoutFraming } from './header-pairs.ts'
import { requireBody, requireStatus } from './raw-reply.ts'

/**
 * Throws for what is not a response, which untyped code around the exchange may send: writing it would bring the server
 * down, cut the client off, or send half of it. A stream is then stopped. Header values, which cost the most to check,
 * are checked only where nobody changes them any more (`isLast`).
 */
export function requireSendable(outgoing: Outgoing, isLast: boolean): void {
  if (typeof outgoing !== 'object' || outgoing === null)
    throw new TypeError(`${outgoing} is not a response; send { status, headers, body }`)
  const { body } = outgoing
  requireBody(body)
  if (isStreamBody(body) && body.locked)
    throw new TypeError('The stream of a response has already been read; create a new one for each response')
  try {
    requireHead(outgoing)
    if (isLast) requireHeaders(outgoing)
  } catch (error) {
    dropBody(body)
    throw error
  }
}

/**
 * Returns the response without the headers that frame its body, which code around the exchange may have copied from
 * another server.
 */
export function unframed(outgoing: Outgoing): Outgoing {
  const headers = withoutFraming(outgoing.headers, !isStreamBody(outgoing.body))
  return headers === outgoing.headers ? outgoing : { ...outgoing, headers }
}

function requireHead({ status, headers }: Outgoing): void {
  requireStatus(status)
  if (!Array.isArray(headers) || headers.length % 2 !== 0 || !headers.every(isText))
    throw new TypeError(
      "The headers of a response are a list of alternating names and values, all strings: ['x-name', 'value']",
    )
}

function requireHeaders({ headers }: Outgoing): void {
  for (let at = 0; at < headers.length; at += 2) requireHeader(headers[at] ?? '', headers[at + 1] ?? '')
}

function isText(text: unknown): boolean {
  return typeof text === 'string'
}
