import type { Code } from '../compile/code.ts'
import { INVALID } from '../issues/result.ts'
import { type ItemCountOptions, itemRules } from '../rules/items.ts'
import type { Conversion } from './conversion.ts'
import { type AnyStep, defineKind } from './define.ts'
import { partSchema } from './field-schema.ts'
import type { InputOf, IsOptional, KnownOptions, OutputOf } from './inference.ts'
import { convertItems, itemsOf, itemTraits } from './item-conversion.ts'
import { type FieldOptions, type Kind, type KindLike, kindOf, type Shown, takesText } from './kind.ts'
import { labelOf } from './label.ts'
import { listBodies } from './list.ts'
import { hide, maskInput, maskingOf } from './mask.ts'
import { projectKind } from './projection.ts'
import { mistakesOfParts } from './review/mistakes.ts'
import { COUNT_OPTIONS } from './review/option-names.ts'
import type { Step } from './step.ts'

/** The values of a tuple: one for each of its kinds, or any number of one kind. */
type Outputs<Items, Item = OutputOf<Items>> = Items extends readonly KindLike[]
  ? { -readonly [Index in keyof Items]: OutputOf<Items[Index]> }
  : Item[]
type Inputs<Items, Item = InputOf<Items>> = Items extends readonly KindLike[]
  ? { readonly [Index in keyof Items]: InputOf<Items[Index]> }
  : readonly Item[]

/** Options of {@link tuple}. The item counts apply to tuples of any length. */
export interface TupleOptions<Values = unknown> extends FieldOptions<Values>, ItemCountOptions {
  /** Accepts arrays only. When false, also sets. Default: the model's `strict`, else false. */
  readonly strict?: boolean
}

/**
 * A list with one item for each given kind, in order: `tuple([string(), integer()])`. With a single kind,
 * `tuple(integer())`, it has any length.
 */
export function tuple<
  const Items extends readonly KindLike[] | KindLike,
  const Options extends KnownOptions<TupleOptions<Outputs<Items>>, Options> = TupleOptions<Outputs<Items>>,
>(
  items: Items,
  options?: Options,
  ...steps: Step<Outputs<Items>>[]
): Kind<Outputs<Items>, Inputs<Items>, IsOptional<Options>>
export function tuple(
  items: readonly KindLike[] | KindLike,
  options?: TupleOptions,
  ...steps: AnyStep[]
): Kind<unknown[], readonly unknown[]> {
  return isMany(items)
    ? fixedTuple(items.map(kindOf), options, steps)
    : variadicTuple(kindOf(items), options, steps)
}

function isMany(items: readonly KindLike[] | KindLike): items is readonly KindLike[] {
  return Array.isArray(items)
}

function fixedTuple(
  kinds: readonly Kind[],
  options: TupleOptions | undefined,
  steps: readonly AnyStep[],
): Kind<unknown[], readonly unknown[]> {
  const counts = itemRules({ maxItems: kinds.length }, 'Tuple')
  return defineKind<unknown[], readonly unknown[], boolean>({
    name: 'tuple',
    options,
    steps,
    parts: kinds,
    mistakes: mistakesOfItems(kinds, options),
    label: () => `tuple[${kinds.map(labelOf).join(', ')}]`,
    takesText: (alone) => !alone && kinds.every((kind) => takesText(kind, true)),
    ...maskingOf(kinds, (input, shown) => maskTuple(kinds, input, shown)),

    convert(input, state) {
      const items = tupleItems(input, options, state)
      if (items === undefined) return state.refuse(this, 'tuple_type', input)
      const excess = counts.atMost(items.length)
      if (excess !== undefined) return state.refuse(this, excess, input)
      const values = kinds.map((kind, index) => {
        state.loc.push(index)
        const value =
          index < items.length ? kind.convert(items[index], state) : state.refuse(this, 'missing', input)
        state.loc.pop()
        return value
      })
      return values.includes(INVALID) ? INVALID : values
    },

    ...tupleCode(kinds),
    serialize: (values, exclusions) => kinds.map((kind, at) => kind.serialize(values[at], exclusions)),
    describe: (description) => ({
      type: 'array',
      ...(kinds.length > 0 && { prefixItems: kinds.map((kind) => partSchema(kind, description)) }),
      minItems: kinds.length,
      maxItems: kinds.length,
    }),
    dropped: kinds.some((kind) => kind.dropped !== undefined)
      ? (value) => droppedFromTuple(kinds, value)
      : undefined,
  })
}

function tupleCode(kinds: readonly Kind[]): Pick<Kind, 'accept' | 'project'> {
  const collect = (value: string, code: Code, built: (kind: Kind, item: string) => string): string => {
    code.require(`Array.isArray(${value}) && ${value}.length === ${kinds.length}`)
    const values = kinds.map((kind, index) => code.local(built(kind, code.local(`${value}[${index}]`))))
    return `[${values.join(', ')}]`
  }
  return {
    accept: (value, code) => collect(value, code, (kind, item) => kind.accept(item, code)),
    project: (value, code) => collect(value, code, (kind, item) => projectKind(kind, item, code)),
  }
}

function mistakesOfItems(kinds: readonly Kind[], options: TupleOptions | undefined): readonly string[] {
  const counts = COUNT_OPTIONS.filter((count) => options?.[count] !== undefined)
  return [
    ...counts.map(
      (count) => `${count} is for tuples of any length; this one has ${kinds.length} items, so leave it out`,
    ),
    ...mistakesOfParts(kinds.map((kind, index) => [`item ${index}`, kind])),
  ]
}

function droppedFromTuple(kinds: readonly Kind[], value: unknown): readonly string[] {
  const items = itemsOf(value) ?? []
  return [...new Set(kinds.flatMap((kind, index) => kind.dropped?.(items[index]) ?? []))]
}

function variadicTuple(
  kind: Kind,
  options: TupleOptions | undefined,
  steps: readonly AnyStep[],
): Kind<unknown[], readonly unknown[]> {
  const counts = itemRules(options, 'Tuple')
  return defineKind<unknown[], readonly unknown[], boolean>({
    name: 'tuple',
    options,
    steps,
    label: () => `tuple[${labelOf(kind)}, ...]`,
    ...itemTraits(kind),

    // Unlike those of a list, a tuple's counts are of the valid items. Too few are reported beside the issues of the
    // others.
    convert(input, state) {
      const given = tupleItems(input, options, state)
      if (given === undefined) return state.refuse(this, 'tuple_type', input)
      const mark = state.issues.length
      const { unsafe } = state
      const values = convertItems(kind, given, state)
      const excess = counts.atMost(values.length) && counts.atMost(given.length)
      if (excess !== undefined) {
        // At one item too many pydantic stops, and reports all that were given.
        state.takeBack(mark)
        return state.refuse(this, excess, input)
      }
      // If the only issues are integers that no number can hold, every given item counts.
      const areUnsafe = state.unsafe - unsafe === state.issues.length - mark
      const breach = counts.atLeast(areUnsafe ? given.length : values.length)
      if (breach !== undefined) return state.refuse(this, breach, input)
      return values.length < given.length ? INVALID : values
    },

    ...listBodies({ kind, counts }),

    describe: (description) => ({
      type: 'array',
      items: partSchema(kind, description),
      ...counts.schema,
    }),
  })
}

function tupleItems(
  input: unknown,
  options: TupleOptions | undefined,
  state: Conversion,
): readonly unknown[] | undefined {
  // JSON has no tuples. An array is the closest, and pydantic counts that as a lax conversion.
  state.lowerFromJson(Array.isArray(input))
  return itemsOf(input, options?.strict ?? state.strict)
}

function maskTuple(kinds: readonly Kind[], input: unknown, shown: Shown): unknown {
  if (!Array.isArray(input)) return hide(input)
  return input.map((item: unknown, index) => {
    const kind = kinds[index]
    return kind === undefined ? hide(item) : maskInput(kind, item, shown)
  })
}
