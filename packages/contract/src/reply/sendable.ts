import { dropBody, isStreamBody, type Outgoing } from '../incoming.ts'
import { requireBody, requireStatus } from './raw-reply.ts'

/** Throws for what is no answer, as something around the exchange may send where no compiler has looked: a server that was handed it to
 *  write would go down, or answer half of it. A stream is stopped then. */
export function requireSendable(outgoing: Outgoing): void {
  if (typeof outgoing !== 'object' || outgoing === null)
    throw new TypeError(`${outgoing} is no answer; send { status, headers, body }`)
  const { body } = outgoing
  requireBody(body)
  if (isStreamBody(body) && body.locked)
    throw new TypeError('The stream of an answer is read already; make a new one for each')
  try {
    requireHead(outgoing)
  } catch (error) {
    dropBody(body)
    throw error
  }
}

function requireHead({ status, headers }: Outgoing): void {
  requireStatus(status)
  if (!Array.isArray(headers) || headers.length % 2 !== 0 || !headers.every(isText))
    throw new TypeError("The headers of an answer are texts, names and values by turns: ['x-name', 'value']")
}

function isText(text: unknown): boolean {
  return typeof text === 'string'
}
