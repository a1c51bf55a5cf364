import { shownGiven } from '@postern/model'

/** The default for how many milliseconds a whole request may take to arrive. */
export const REQUEST_TIMEOUT = 30_000

/** The default for the request line and headers together, in bytes. */
export const MAX_HEADER_SIZE = 16_384

/**
 * Returns the limits of a server that Node would refuse only later, or replace by its own default, each with what to
 * write instead.
 */
export function reviewLimits(given: Readonly<Record<string, unknown>>): string[] {
  const { maxHeaderSize = MAX_HEADER_SIZE, headersTimeout, requestTimeout = REQUEST_TIMEOUT } = given
  const mistakes: string[] = []
  if (!(Number.isSafeInteger(maxHeaderSize) && Number(maxHeaderSize) > 0))
    mistakes.push(
      `maxHeaderSize is ${shownGiven(maxHeaderSize)}; write whole bytes, such as ${MAX_HEADER_SIZE}`,
    )
  if (isLonger(headersTimeout, requestTimeout))
    mistakes.push(
      `headersTimeout is ${headersTimeout} and requestTimeout ${requestTimeout}, which is for the headers as well; raise that, or lower headersTimeout`,
    )
  return mistakes
}

/** Whether a time is longer than another, which may be 0 for no limit. */
function isLonger(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' && other > 0 && one > other
}
