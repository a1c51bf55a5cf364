import { shownGiven } from '@postern/model'

/** The default for how many milliseconds a whole request may take to arrive. */
export const REQUEST_TIMEOUT = 30_000

/** The default for the request line and headers together, in bytes. */
export const MAX_HEADER_SIZE = 16_384

/**
 * The default for the bodies that are held in memory, together, in bytes: an eighth of the memory of the machine, of
 * the container or of the heap, whichever is least. What a handler and a response make of a body takes several times
 * as much.
 */
export function defaultBodiesLimit(): number {
  const { totalmem } = process.getBuiltinModule('node:os')
  const { getHeapStatistics } = process.getBuiltinModule('node:v8')
  const container = process.constrainedMemory() || Number.POSITIVE_INFINITY
  // Bun returns the size that its heap has now.
  const heap = 'Bun' in globalThis ? Number.POSITIVE_INFINITY : getHeapStatistics().heap_size_limit
  return Math.min(container, totalmem(), heap) / 8
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
