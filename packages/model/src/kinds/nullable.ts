import type { Code } from '../compile/code.ts'
import { alternativesSchema } from '../schema/json-schema.ts'
import { type AnyStep, defineKind } from './define.ts'
import { partSchema } from './field-schema.ts'
import type { InputOf, IsOptional, KnownOptions, OutputOf } from './inference.ts'
import { type FieldOptions, type Kind, type KindLike, kindOf, takesText } from './kind.ts'
import { labelOf } from './label.ts'
import { maskInput, maskingOf } from './mask.ts'
import { projectKind } from './projection.ts'
import { mistakesOf } from './review/mistakes.ts'
import type { Step } from './step.ts'
import { alternativesOf } from './union/alternatives.ts'

/** A value of a kind or model, or null. The field is still required; `default: null` makes it optional. */
export function nullable<
  Item extends KindLike,
  const Options extends KnownOptions<
    FieldOptions<OutputOf<Item> | null>,
    Options
  > = FieldOptions<OutputOf<Item> | null>,
>(
  item: Item,
  options?: Options,
  ...steps: Step<OutputOf<Item> | null>[]
): Kind<OutputOf<Item> | null, InputOf<Item> | null, IsOptional<Options>>
export function nullable(item: KindLike, options?: FieldOptions, ...steps: AnyStep[]): Kind {
  const kind = kindOf(item)
  return defineKind<unknown, unknown, boolean>({
    name: 'nullable',
    options,
    steps,
    parts: [kind],
    mistakes: mistakesOf(kind),
    label: () => `nullable[${labelOf(kind)}]`,
    takesText: (alone) => takesText(kind, alone),
    alternatives: { ...alternativesOf([kind]), orNull: true },
    ...maskingOf([kind], (input, shown) => (input === null ? null : maskInput(kind, input, shown))),
    convert: (input, state) => (input === null ? null : kind.convert(input, state)),
    accept: (value, code) =>
      unlessNull(value, code, { nothing: 'null', value: () => kind.accept(value, code) }),
    serialize: (value, exclusions) => (value === null ? null : kind.serialize(value, exclusions)),
    write: (value, code) =>
      unlessNull(value, code, { nothing: "'null'", value: () => kind.write(value, code) }),
    project: (value, code) =>
      unlessNull(value, code, { nothing: 'null', value: () => projectKind(kind, value, code) }),
    describe: (description) => alternativesSchema([partSchema(kind, description), { type: 'null' }]),
    dropped: kind.dropped && ((value) => (value === null ? [] : (kind.dropped?.(value) ?? []))),
  })
}

function unlessNull(
  value: string,
  code: Code,
  expressions: { readonly nothing: string; readonly value: () => string },
): string {
  const result = code.local(expressions.nothing)
  code.block(`if (${value} !== null)`, () => code.statement(`${result} = ${expressions.value()};`))
  return result
}
