import type { Code } from '../compile/code.ts'
import { createBreach } from '../issues/catalog.ts'
import { INVALID } from '../issues/result.ts'
import { type ItemCountOptions, type ItemRules, itemRules } from '../rules/items.ts'
import { type Conversion, Exactness } from './conversion.ts'
import { type AnyStep, defineKind } from './define.ts'
import { DistinctValues } from './distinct-values.ts'
import { partSchema } from './field-schema.ts'
import type { InputOf, IsOptional, KnownOptions, OutputOf } from './inference.ts'
import { itemsOf, itemTraits } from './item-conversion.ts'
import { type FieldOptions, type Kind, type KindLike, kindOf } from './kind.ts'
import { labelOf } from './label.ts'
import { list } from './list.ts'
import type { Step } from './step.ts'

/** Options of {@link set}. Items are counted after duplicates are removed. */
export interface SetOptions<Item = unknown> extends FieldOptions<ReadonlySet<Item>>, ItemCountOptions {
  /** Accepts a Set only, so nothing from the wire. Default: the model's `strict`, else false. */
  readonly strict?: boolean
}

/** A set of items of one kind. Of items that are equal after conversion, compared as JSON values, the first is kept. */
export function set<
  Item extends KindLike,
  const Options extends KnownOptions<SetOptions<OutputOf<Item>>, Options> = SetOptions<OutputOf<Item>>,
>(
  item: Item,
  options?: Options,
  ...steps: Step<Set<OutputOf<Item>>>[]
): Kind<Set<OutputOf<Item>>, ReadonlySet<InputOf<Item>> | readonly InputOf<Item>[], IsOptional<Options>>
export function set(
  item: KindLike,
  options?: SetOptions,
  ...steps: AnyStep[]
): Kind<Set<unknown>, ReadonlySet<unknown> | readonly unknown[]> {
  const kind = kindOf(item)
  const counts = itemRules(options, 'Set')
  const traits = itemTraits(kind)
  const maxItems = options?.maxItems ?? Infinity
  return defineKind<Set<unknown>, ReadonlySet<unknown> | readonly unknown[], boolean>({
    name: 'set',
    options,
    steps,
    label: () => `set[${labelOf(kind)}]`,
    ...traits,
    mistakes: [...traits.mistakes, ...mistakesOfItem(kind)],

    convert(input, state) {
      const isStrict = (options?.strict ?? state.strict) && !state.isWritten
      const given = isStrict ? itemsOfSet(input) : itemsOf(input)
      if (given === undefined) return state.refuse(this, 'set_type', input)
      if (!(input instanceof Set)) state.lower(Exactness.lax)
      const mark = state.issues.length
      const values = convertDistinct(kind, given, { state, maxItems })
      if (values.size > maxItems) {
        // pydantic stops here and reports only this.
        state.takeBack(mark)
        const context = { field_type: 'Set', max_length: maxItems, actual_length: null }
        return state.refuse(this, createBreach('too_long', context), input)
      }
      if (state.issues.length > mark) return INVALID
      const breach = counts.atLeast(values.size)
      return breach === undefined ? values.all() : state.refuse(this, breach, input)
    },

    accept: (value, code) => acceptSet({ kind, options, counts }, value, code),
    serialize: (values, exclusions) => [...values].map((value) => kind.serialize(value, exclusions)),

    describe: (description) => ({
      type: 'array',
      items: partSchema(kind, description),
      ...counts.schema,
      uniqueItems: true,
    }),
  })
}

interface SetParts {
  readonly kind: Kind
  readonly options: SetOptions | undefined
  readonly counts: ItemRules
}

function acceptSet({ kind, options, counts }: SetParts, value: string, code: Code): string {
  const isStrict = options?.strict ?? code.strict
  const given = code.local(code.call(isStrict ? itemsOfSet : itemsOf, value))
  const items = list(kind).accept(given, code)
  const made = code.local(code.call(distinct, code.constant(kind), items))
  code.require(`${made} !== undefined`)
  counts.accept(`${made}.size`, code)
  return made
}

/** Returns the distinct values of the valid items, up to the first that exceeds the maximum. */
function convertDistinct(
  kind: Kind,
  items: readonly unknown[],
  { state, maxItems }: { readonly state: Conversion; readonly maxItems: number },
): DistinctValues {
  const values = new DistinctValues(kind)
  for (const [index, item] of items.entries()) {
    if (values.size > maxItems || state.isFull) break
    state.loc.push(index)
    const value = kind.convert(item, state)
    if (value !== INVALID && !values.add(value)) state.refuse(kind, 'set_item_not_hashable', item)
    state.loc.pop()
  }
  return values
}

function distinct(kind: Kind, all: readonly unknown[]): Set<unknown> | undefined {
  const values = new DistinctValues(kind)
  return all.every((value) => values.add(value)) ? values.all() : undefined
}

function itemsOfSet(input: unknown): readonly unknown[] | undefined {
  return input instanceof Set ? [...input] : undefined
}

function mistakesOfItem(kind: Kind, manner = 'be'): string[] {
  const kinds = kind.alternatives?.kinds ?? [kind]
  return kinds.flatMap(({ name, isOwn, parts = [] }) => {
    if (name === 'tuple') return parts.flatMap((part) => mistakesOfItem(part, 'hold'))
    const isUnhashable = UNHASHABLE.has(name) || isOwn !== undefined
    return isUnhashable
      ? [`an item of a set cannot ${manner} a ${name}, which has no hash in Python; use list()`]
      : []
  })
}

const UNHASHABLE: ReadonlySet<string> = new Set(['list', 'set', 'record', 'discriminated'])
