import { once } from '../compile/once.ts'
import type { LocationPart } from '../issues/issue.ts'
import { Exactness } from './conversion.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { membersOf, plainData } from './plain-data.ts'
import { isObject } from './source.ts'
import type { Step } from './step.ts'

/**
 * Any value, kept as it is. An integer that a number cannot hold exactly is refused where it stands. In a reply,
 * written or read, only a bigint can be such an integer: a value that is already a number has nothing left to lose.
 * Bytes in a reply become UTF-8 text, and are refused if they are not UTF-8.
 */
export function any<const Options extends KnownOptions<FieldOptions, Options> = FieldOptions>(
  options?: Options,
  ...steps: Step<unknown>[]
): Kind<unknown, unknown, IsOptional<Options>> {
  return defineKind({
    name: 'any',
    options,
    steps,

    convert(input, state) {
      const unsafe = findUnsafe(input, state.isReply || state.isWritten ? isUnwritable : isUnsafe)
      // As in pydantic: better than a lax conversion, and no better than a model built from the same data.
      state.lower(Exactness.strict)
      if (unsafe === undefined) return input
      for (const part of unsafe.path) state.loc.push(state.showPlace(part))
      const type = unsafe.value instanceof Uint8Array ? 'string_unicode' : 'number_unsafe'
      const refused =
        typeof unsafe.value === 'bigint'
          ? state.refuseUnsafe(this, type, unsafe.value)
          : state.refuse(this, type, unsafe.value)
      state.loc.length -= unsafe.path.length
      return refused
    },

    accept(value, code) {
      const isAnswer = code.options.isReply === true || code.options.written === true
      const search = isAnswer ? isUnwritable : isUnsafe
      code.require(`${code.call(findUnsafe, value, code.constant(search))} === undefined`)
      return value
    },

    serialize: plainData,

    describe: () => ({}),
  })
}

interface Unsafe {
  readonly path: readonly LocationPart[]
  readonly value: unknown
}

interface Visited {
  readonly value: object
  readonly part: LocationPart
  readonly parent: Visited | undefined
}

/** Returns the first unsafe value in plain data of any depth. Visits each object once, without recursion. */
function findUnsafe(input: unknown, isSought: (value: unknown) => boolean): Unsafe | undefined {
  if (isSought(input)) return { path: [], value: input }
  if (!isObject(input)) return undefined
  const seen = new Set<object>([input])
  const open: Visited[] = [{ value: input, part: '', parent: undefined }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const isList = Array.isArray(at.value) || at.value instanceof Set
    for (const [name, value] of membersOf(at.value)) {
      const part = isList ? Number(name) : name
      if (isSought(value)) return { path: [...pathTo(at), part], value }
      if (!isObject(value) || seen.has(value)) continue
      seen.add(value)
      open.push({ value, part, parent: at })
    }
  }
  return undefined
}

function isUnwritable(value: unknown): boolean {
  if (typeof value === 'bigint') return isUnsafe(value)
  return value instanceof Uint8Array && !isText(value)
}

function isText(bytes: Uint8Array): boolean {
  try {
    decoder().decode(bytes)
    return true
  } catch {
    return false
  }
}

// Not made on import: some environments, such as Jest's jsdom, have none.
const decoder = once(() => new TextDecoder('utf-8', { fatal: true }))

function isUnsafe(value: unknown): boolean {
  return (typeof value === 'bigint' || Number.isInteger(value)) && !Number.isSafeInteger(Number(value))
}

function pathTo(visited: Visited): LocationPart[] {
  const path: LocationPart[] = []
  for (let at = visited; at.parent !== undefined; at = at.parent) path.push(at.part)
  return path.reverse()
}
