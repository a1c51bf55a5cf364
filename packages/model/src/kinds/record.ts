import type { Code } from '../compile/code.ts'
import { HIDDEN } from '../issues/echo.ts'
import { INVALID, type Invalid } from '../issues/result.ts'
import { type ItemCountOptions, type ItemRules, itemRules } from '../rules/items.ts'
import { type Description, ownSchema } from '../schema/description.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { withoutSurrogates } from '../text/tag-text.ts'
import type { Conversion } from './conversion.ts'
import { type AnyStep, defineKind } from './define.ts'
import { partSchema } from './field-schema.ts'
import type { InputOf, IsOptional, KnownOptions, OutputOf } from './inference.ts'
import { type FieldOptions, type Kind, type KindLike, kindOf, type Shown } from './kind.ts'
import { labelOf } from './label.ts'
import { hide, isSecretive, maskInput, maskingOf } from './mask.ts'
import { projectKind } from './projection.ts'
import { mistakesOfParts } from './review/mistakes.ts'
import { isObject, isPlain, setOwn } from './source.ts'
import type { Step } from './step.ts'
import { string } from './string.ts'

/** Options of {@link record}. */
export interface RecordOptions<Value = unknown>
  extends FieldOptions<Readonly<Record<string, Value>>>,
    ItemCountOptions {
  /** The kind of the keys. A converted key is written as JSON writes it. Default: any string. */
  readonly keys?: KindLike
  /** Accepts plain objects only. When false, also maps. Default: the model's `strict`, else false. */
  readonly strict?: boolean
}

/** An object with any keys, whose values are of one kind or model. */
export function record<
  Value extends KindLike,
  const Options extends KnownOptions<RecordOptions<OutputOf<Value>>, Options> = RecordOptions<
    OutputOf<Value>
  >,
>(
  value: Value,
  options?: Options,
  ...steps: Step<Record<string, OutputOf<Value>>>[]
): Kind<Record<string, OutputOf<Value>>, Readonly<Record<string, InputOf<Value>>>, IsOptional<Options>>
export function record(
  value: KindLike,
  options?: RecordOptions,
  ...steps: AnyStep[]
): Kind<Record<string, unknown>, Readonly<Record<string, unknown>>> {
  const kind = kindOf(value)
  const counts = itemRules(options, 'Dictionary')
  const keys = options?.keys === undefined ? ANY_KEY : kindOf(options.keys)
  const parts = { keys, kind, counts }
  return defineKind<Record<string, unknown>, Readonly<Record<string, unknown>>, boolean>({
    name: 'record',
    options,
    steps,
    parts: [keys, kind],
    mistakes: [
      ...mistakesOfParts([
        ['key', keys],
        ['value', kind],
      ]),
      ...mistakesOfKeys(keys),
    ],
    label: () => `dict[${labelOf(keys)},${labelOf(kind)}]`,
    takesText: () => false,
    ...maskingOf([keys, kind], (input, shown) => maskRecord(parts, input, shown)),

    convert(input, state) {
      const entries = entriesOf(input, options?.strict ?? state.strict)
      if (entries === undefined) return state.refuse(this, 'dict_type', input)
      const values = convertEntries(parts, entries, state)
      if (values === INVALID) return INVALID
      const count = Object.keys(values).length
      const breach = counts.atMost(count) ?? counts.atLeast(count)
      return breach === undefined ? values : state.refuse(this, breach, input)
    },

    ...recordCode(parts),
    serialize: (values, exclusions) =>
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, kind.serialize(value, exclusions)]),
      ),

    describe: (description) => ({
      type: 'object',
      ...describeEntries(keys, kind, description),
      ...counts.schema,
    }),

    dropped: kind.dropped && ((value) => droppedFromValues(kind, value)),
  })
}

const ANY_KEY = string()

function mistakesOfKeys(keys: Kind): string[] {
  const kinds = keys.alternatives?.kinds ?? [keys]
  if (kinds.some(canBeKey)) return []
  const names = kinds.map(({ name }) => name).join(' or ')
  return [`a key cannot be a ${names}; write a kind that takes strings, such as string()`]
}

// A validator before the kind may turn a string into anything, so it removes `takesText`.
function canBeKey({ name, takesText, isOwn }: Kind): boolean {
  return takesText === undefined || !(NO_TEXTS.has(name) || isOwn !== undefined)
}

const NO_TEXTS: ReadonlySet<string> = new Set(['list', 'tuple', 'set', 'record', 'discriminated'])

type Entries = readonly (readonly [key: unknown, value: unknown])[]

function entriesOf(input: unknown, strict = false): Entries | undefined {
  if (!isObject(input)) return undefined
  if (input instanceof Map) return strict ? undefined : [...input]
  return isPlain(input) ? Object.entries(input) : undefined
}

function convertEntries(
  { keys, kind }: RecordParts,
  entries: Entries,
  state: Conversion,
): Record<string, unknown> | Invalid {
  const areKeysSecret = isSecretive(keys)
  const values = {}
  let isValid = true
  for (const [key, item] of entries) {
    const place = typeof key === 'number' ? key : withoutSurrogates(String(key))
    state.loc.push(areKeysSecret ? HIDDEN : state.showPlace(place))
    const name = convertKey(keys, key, state)
    const value = kind.convert(item, state)
    state.loc.pop()
    if (name === INVALID || value === INVALID) {
      isValid = false
      if (state.isFull) break
    } else setOwn(values, name, value)
  }
  return isValid ? values : INVALID
}

/**
 * Converts a key and returns it as written. In code and in written data all keys are strings, which a strict model would
 * refuse for any other kind. In a reply, a key in its written form fits exactly.
 */
function convertKey(keys: Kind, key: unknown, state: Conversion): string | Invalid {
  const { strict, exactness } = state
  state.strict = strict && !(state.byName || state.isWritten)
  const converted = state.convertMember(keys, key, '[key]')
  state.strict = strict
  if (converted === INVALID) return INVALID
  const name = String(keys.serialize(converted))
  if (state.isReply && name === key) state.exactness = exactness
  return name
}

interface RecordParts {
  readonly keys: Kind
  readonly kind: Kind
  readonly counts: ItemRules
}

function recordCode({ keys, kind, counts }: RecordParts): Pick<Kind, 'accept' | 'project'> {
  const collect = (value: string, code: Code, built: (item: string) => string): string => {
    const values = code.local('{}')
    loopEntries(keys, { value, code }, (key, item) =>
      code.statement(`${code.call(setOwn, values, key, built(item))};`),
    )
    counts.accept(`Object.keys(${values}).length`, code)
    return values
  }
  const project = (value: string, code: Code): string =>
    collect(value, code, (item) => projectKind(kind, item, code))
  return { accept: (value, code) => collect(value, code, (item) => kind.accept(item, code)), project }
}

function loopEntries(
  keys: Kind,
  { value, code }: { readonly value: string; readonly code: Code },
  each: (key: string, item: string) => void,
): void {
  code.require(`${value} !== null && typeof ${value} === 'object' && ${code.call(isPlain, value)}`)
  const key = code.name()
  code.block(`for (const ${key} of Object.keys(${value}))`, () => {
    const name = code.local(`String(${projectKind(keys, key, code)})`)
    each(name, code.local(`${value}[${key}]`))
  })
}

function describeEntries(keys: Kind, kind: Kind, description: Description): JsonSchema {
  const areTexts = isOfTexts(ownSchema(description.direction, keys.describe))
  const { pattern, type: _, ...names }: JsonSchema = areTexts ? untitled(keys, description) : {}
  const value = untitled(kind, description)
  return {
    ...(typeof pattern === 'string'
      ? { patternProperties: { [pattern]: value } }
      : { additionalProperties: Object.keys(value).length === 0 ? true : value }),
    ...(Object.keys(names).length > 0 && { propertyNames: names }),
  }
}

// As in pydantic, a schema that applies under any name has no title.
function untitled(kind: Kind, description: Description): JsonSchema {
  const { title: _, ...schema } = partSchema(kind, description)
  return schema
}

// A name is a string: a schema of numbers would say nothing about it, or allow no name at all.
function isOfTexts({ type, enum: values }: JsonSchema): boolean {
  return type === 'string' || (type === undefined && values !== undefined)
}

function maskRecord({ keys, kind }: RecordParts, input: unknown, shown: Shown): unknown {
  const entries = entriesOf(input)
  if (entries === undefined || isSecretive(keys)) return hide(input)
  return Object.fromEntries(entries.map(([key, value]) => [String(key), maskInput(kind, value, shown)]))
}

function droppedFromValues(kind: Kind, value: unknown): readonly string[] {
  const entries = entriesOf(value) ?? []
  return [...new Set(entries.flatMap(([, item]) => kind.dropped?.(item) ?? []))].map((path) => `*.${path}`)
}
