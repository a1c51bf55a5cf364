import { dropBody, isStreamBody, type Outgoing } from '../incoming.ts'
import { requireHeader, withoutFraming } from './header-pairs.ts'
import { requireBody, requireStatus } from './raw-reply.ts'

/** Throws for what is no answer, as something around the exchange may send where no compiler has looked: a server that was handed it to
 *  write would go down, cut the client off or answer half of it. A stream is stopped then. What its
 *  headers hold, which costs the most to look at, is looked at where nobody changes it any more (`isLast`). */
export function requireSendable(outgoing: Outgoing, isLast: boolean): void {
  if (typeof outgoing !== 'object' || outgoing === null)
    throw new TypeError(`${outgoing} is no answer; send { status, headers, body }`)
  const { body } = outgoing
  requireBody(body)
  if (isStreamBody(body) && body.locked)
    throw new TypeError('The stream of an answer is read already; make a new one for each')
  try {
    requireHead(outgoing)
    if (isLast) requireHeaders(outgoing)
  } catch (error) {
    dropBody(body)
    throw error
  }
}

/** The answer without the headers that tell how its body is framed, which whatever stands around the exchange may have taken from
 *  another server. */
export function unframed(outgoing: Outgoing): Outgoing {
  const headers = withoutFraming(outgoing.headers, !isStreamBody(outgoing.body))
  return headers === outgoing.headers ? outgoing : { ...outgoing, headers }
}

function requireHead({ status, headers }: Outgoing): void {
  requireStatus(status)
  if (!Array.isArray(headers) || headers.length % 2 !== 0 || !headers.every(isText))
    throw new TypeError("The headers of an answer are texts, names and values by turns: ['x-name', 'value']")
}

function requireHeaders({ headers }: Outgoing): void {
  for (let at = 0; at < headers.length; at += 2) requireHeader(headers[at] ?? '', headers[at + 1] ?? '')
}

function isText(text: unknown): boolean {
  return typeof text === 'string'
}
