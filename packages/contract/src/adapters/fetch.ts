import type { Exchange } from '../exchange.ts'
import { dropBody, isStreamBody } from '../incoming.ts'
import { FetchIncoming, type FetchMeans } from './fetch-incoming.ts'
import { byteLength, createResponseFactory } from './fetch-response.ts'

/** What a Fetch entry needs of an api. */
export interface FetchTerms {
  readonly exchange: Exchange
  /** Whether anyone observes how many bytes a response has; otherwise they are not counted. Default true. */
  readonly isObserved?: boolean
}

/**
 * Creates the entry for runtimes and hosts that use Fetch. By default a body is passed on as soon as it has arrived,
 * and no address is known. Returns a Response without a promise if there was nothing to wait for.
 */
export function createFetch(
  { exchange, isObserved = true }: FetchTerms,
  means: FetchMeans = { take: (run) => run(), addressOf: () => undefined },
): (request: Request) => Response | Promise<Response> {
  const createResponse = createResponseFactory()
  return (request) => {
    let answered: Response | undefined
    let resolve: ((response: Response) => void) | undefined
    const settle = (response: Response) => {
      if (resolve === undefined) answered = response
      else resolve(response)
    }
    const incoming = new FetchIncoming(request, means)
    exchange(incoming, (outgoing) => {
      try {
        const isHead = incoming.method === 'HEAD'
        settle(createResponse(outgoing, isHead))
        if (isHead || !isStreamBody(outgoing.body)) incoming.answered()
      } catch (error) {
        // What the runtime refuses to send must not leave a client waiting.
        settle(new Response(null, { status: 500 }))
        dropBody(outgoing.body)
        throw error
      }
      return isObserved ? byteLength(outgoing.body) : 0
    })
    return (
      answered ??
      new Promise((later) => {
        resolve = later
      })
    )
  }
}
