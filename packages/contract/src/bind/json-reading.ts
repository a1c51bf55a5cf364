import { type JsonProblem, JsonScanner } from './json-scanner.ts'
import { setOwnMember } from './own-member.ts'

/** The value of a JSON text, or what is wrong with it. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | ({ readonly ok: false } & JsonProblem)

/** How deep a body may nest. */
export const DEEPEST = 512

/**
 * Reads a decoded JSON text as Python's `json.loads` reads a body: NaN and infinities are numbers, an integer beyond
 * ±(2^53−1) is a bigint, of equal names the last wins. Never throws. Refuses what nests deeper than {@link DEEPEST}.
 */
export function readJson(text: string): JsonReading {
  const scanner = new JsonScanner(text)
  const value = readValue(scanner)
  if (scanner.problem === undefined && !scanner.isAtEnd()) scanner.refuse('Extra data')
  return scanner.problem === undefined ? { ok: true, value } : { ok: false, ...scanner.problem }
}

type Container =
  | { readonly close: ']'; readonly value: unknown[] }
  | { readonly close: '}'; readonly value: Record<string, unknown>; name: string }

function readValue(scanner: JsonScanner): unknown {
  const open: Container[] = []
  for (;;) {
    const value = readNext(scanner, open)
    const whole = value === undefined ? undefined : settle(scanner, open, value)
    if (whole !== undefined || scanner.problem !== undefined) return whole
  }
}

/** Returns a complete value; undefined if a container was opened and its first value comes next. */
function readNext(scanner: JsonScanner, open: Container[]): unknown {
  const isList = scanner.isNext('[')
  if (!isList && !scanner.isNext('{')) return scanner.readScalar()
  if (open.length >= DEEPEST) return scanner.refuse(`Nested more than ${DEEPEST} levels deep`, 'limit')
  if (isList) {
    scanner.take('[')
    if (scanner.take(']')) return []
    open.push({ close: ']', value: [] })
    return undefined
  }
  scanner.take('{')
  if (scanner.take('}')) return {}
  const name = scanner.readName()
  if (name !== undefined) open.push({ close: '}', value: {}, name })
  return undefined
}

/**
 * Puts a complete value where it belongs and closes the containers that end here. Returns the whole document when all
 * do.
 */
function settle(scanner: JsonScanner, open: Container[], value: unknown): unknown {
  let complete = value
  for (let container = open.at(-1); container !== undefined; container = open.at(-1)) {
    attach(container, complete)
    if (scanner.take(',')) {
      if (container.close === '}') container.name = scanner.readName() ?? ''
      return undefined
    }
    if (!scanner.take(container.close)) return scanner.refuse("Expecting ',' delimiter")
    complete = container.value
    open.pop()
  }
  return complete
}

function attach(container: Container, value: unknown): void {
  if (container.close === ']') container.value.push(value)
  else setOwnMember(container.value, container.name, value)
}
