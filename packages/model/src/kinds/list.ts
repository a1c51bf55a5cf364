import type { Code } from '../compile/code.ts'
import { type Breach, createBreach } from '../issues/catalog.ts'
import { INVALID } from '../issues/result.ts'
import { type ItemCountOptions, type ItemRules, itemRules } from '../rules/items.ts'
import { firstRepeat } from '../rules/unique.ts'
import { Exactness } from './conversion.ts'
import { type AnyStep, defineKind } from './define.ts'
import { partSchema } from './field-schema.ts'
import type { InputOf, IsOptional, KnownOptions, OutputOf } from './inference.ts'
import { convertItems, itemsOf, itemTraits, loopItems } from './item-conversion.ts'
import { type FieldOptions, type Kind, type KindLike, kindOf } from './kind.ts'
import { labelOf } from './label.ts'
import { projectKind, serializeCall, writeData } from './projection.ts'
import type { Step } from './step.ts'

/** Options of {@link list}. */
export interface ListOptions<Item = unknown> extends FieldOptions<readonly Item[]>, ItemCountOptions {
  /** Refuses items that are equal after conversion, compared as JSON values (spec §2.7 unique_items). Default false. */
  readonly uniqueItems?: boolean
  /** Accepts arrays only. When false, also sets. Default: the model's `strict`, else false. */
  readonly strict?: boolean
}

/** A list of items of one kind or model. */
export function list<
  Item extends KindLike,
  const Options extends KnownOptions<ListOptions<OutputOf<Item>>, Options> = ListOptions<OutputOf<Item>>,
>(
  item: Item,
  options?: Options,
  ...steps: Step<OutputOf<Item>[]>[]
): Kind<OutputOf<Item>[], readonly InputOf<Item>[], IsOptional<Options>>
export function list(
  item: KindLike,
  options?: ListOptions,
  ...steps: AnyStep[]
): Kind<unknown[], readonly unknown[]> {
  const kind = kindOf(item)
  const counts = itemRules(options, 'List')
  const repeats = options?.uniqueItems === true ? uniqueRule(kind) : undefined
  return defineKind<unknown[], readonly unknown[], boolean>({
    name: 'list',
    options,
    steps,
    label: () => `list[${labelOf(kind)}]`,
    ...itemTraits(kind),

    convert(input, state) {
      const items = itemsOf(input, options?.strict ?? state.strict)
      if (items === undefined) return state.refuse(this, 'list_type', input)
      if (!Array.isArray(input)) state.lower(Exactness.lax)
      const excess = counts.atMost(items.length)
      if (excess !== undefined) return state.refuse(this, excess, input)
      const { exactness } = state
      const values = convertItems(kind, items, state)
      // pydantic does not look at the items of a `list[Any]`: it fits exactly.
      if (kind.name === 'any' && !kind.hasSteps) state.exactness = exactness
      if (values.length < items.length) return INVALID
      const breach = counts.atLeast(values.length) ?? repeats?.(values)
      return breach === undefined ? values : state.refuse(this, breach, input)
    },

    ...listBodies({ kind, counts, repeats }),

    describe: (description) => ({
      type: 'array',
      items: partSchema(kind, description),
      ...counts.schema,
      ...(repeats !== undefined && { uniqueItems: true }),
    }),
  })
}

interface ListParts {
  readonly kind: Kind
  readonly counts: ItemRules
  readonly repeats?: ((values: readonly unknown[]) => Breach | undefined) | undefined
}

/** Returns how an array with items of one kind is accepted and written, for lists and tuples. */
export function listBodies({
  kind,
  counts,
  repeats,
}: ListParts): Pick<Kind<unknown[]>, 'accept' | 'serialize' | 'write' | 'project' | 'dropped'> {
  const check = (value: string, code: Code): void => {
    code.require(`Array.isArray(${value})`)
    counts.accept(`${value}.length`, code)
  }
  const collect = (value: string, code: Code, built: (item: string) => string): string => {
    check(value, code)
    // A growing array is copied again and again, and keeps more room than it needs.
    const values = code.local(`new Array(${value}.length)`)
    loopItems(value, code, (item, index) => code.statement(`${values}[${index}] = ${built(item)};`))
    return values
  }
  const accept = (value: string, code: Code): string => {
    const values = collect(value, code, (item) => kind.accept(item, code))
    if (repeats !== undefined) code.require(`${code.call(repeats, values)} === undefined`)
    return values
  }
  const project = (value: string, code: Code): string =>
    repeats === undefined
      ? collect(value, code, (item) => projectKind(kind, item, code))
      : `${accept(value, code)}.map((item) => ${serializeCall(code.constant(kind), 'item', code)})`
  const write = (value: string, code: Code): string => {
    if (repeats !== undefined) return writeData(project(value, code), code)
    check(value, code)
    const text = code.local("''")
    loopItems(value, code, (item) => {
      const written = kind.write(item, code)
      code.statement(`${text} += (${text} === '' ? '' : ',') + ${written};`)
    })
    return `"[" + ${text} + "]"`
  }
  return {
    accept,
    serialize: (values, exclusions) => values.map((value) => kind.serialize(value, exclusions)),
    write,
    project,
    dropped: kind.dropped && ((value) => droppedFromItems(kind, value)),
  }
}

function uniqueRule(kind: Kind): (values: readonly unknown[]) => Breach | undefined {
  return (values) => {
    if (values.length < 2) return undefined
    try {
      const repeat = firstRepeat(values.map((value) => kind.serialize(value)))
      return repeat && createBreach('list_unique', { first: repeat[0], second: repeat[1] })
    } catch (error) {
      if (error instanceof RangeError) return createBreach('recursion_loop')
      throw error
    }
  }
}

function droppedFromItems(kind: Kind, value: unknown): readonly string[] {
  const items = itemsOf(value) ?? []
  return [...new Set(items.flatMap((item) => kind.dropped?.(item) ?? []))]
}
