import { shownGiven } from '@postern/model'

/** The default for how many milliseconds a whole request may take to arrive. */
export const REQUEST_TIMEOUT = 30_000

/** The default for the request line and headers together, in bytes. */
export const MAX_HEADER_SIZE = 16_384

/** The default for the bodies that are still arriving, together, in bytes: a quarter of the memory there is. */
export function defaultBodiesLimit(): number {
  const { totalmem } = process.getBuiltinModule('node:os')
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) / 4
}

/**
 * Returns the limits of a server that Node would refuse only later, or replace by its own default, each with what to
 * write instead.
 */
export function reviewLimits(given: Readonly<Record<string, unknown>>): string[] {
  const { headersTimeout, requestTimeout = REQUEST_TIMEOUT } = given
  const mistakes = SIZES.filter(([name]) => given[name] !== undefined && !isSize(given[name])).map(
    ([name, example]) => `${name} is ${shownGiven(given[name])}; write whole bytes, such as ${example}`,
  )
  if (isLonger(headersTimeout, requestTimeout))
    mistakes.push(
      `headersTimeout is ${headersTimeout} and requestTimeout ${requestTimeout}, which is for the headers as well; raise that, or lower headersTimeout`,
    )
  return mistakes
}

const SIZES: readonly (readonly [name: string, example: number])[] = [
  ['maxHeaderSize', MAX_HEADER_SIZE],
  ['bodiesLimit', 2 ** 28],
]

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0
}

/** Whether a time is longer than another, which may be 0 for no limit. */
function isLonger(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' && other > 0 && one > other
}
