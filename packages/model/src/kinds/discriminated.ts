import type { Code } from '../compile/code.ts'
import { createBreach } from '../issues/catalog.ts'
import { HIDDEN } from '../issues/echo.ts'
import type { Description } from '../schema/description.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { tagText } from '../text/tag-text.ts'
import { type AnyStep, defineKind } from './define.ts'
import type { InputOf, IsOptional, KnownOptions, OutputOf, WrittenAs } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { labelOf } from './label.ts'
import { hide, maskInput, maskingOf } from './mask.ts'
import { projectKind } from './projection.ts'
import { requireList } from './review/mistakes.ts'
import { isSource, readExpression } from './source.ts'
import type { Step } from './step.ts'
import { type Choice, choiceOf, memberFor, type TaggedModel } from './union/choice.ts'

/** One of several models, distinguished by the literal value of the field named `tag`. */
export function discriminated<
  const Members extends readonly TaggedModel[] | WrittenAs<"discriminated('tag', [A, B])">,
  const Options extends KnownOptions<FieldOptions<OutputOf<Members[number]>>, Options> = FieldOptions<
    OutputOf<Members[number]>
  >,
>(
  tag: string,
  members: Members,
  ...[options, ...steps]: [options?: Options, ...steps: Step<OutputOf<Members[number]>>[]]
): Kind<OutputOf<Members[number]>, InputOf<Members[number]>, IsOptional<Options>>
export function discriminated(
  tag: string,
  members: readonly TaggedModel[],
  ...[options, ...steps]: [options?: FieldOptions, ...steps: AnyStep[]]
): Kind {
  requireList(members, "discriminated('tag', [A, B])")
  const choice = choiceOf(tag, members)
  const kinds = choice.members.map((member) => member.kind)
  return defineKind<unknown, unknown, boolean>({
    name: 'discriminated',
    options,
    steps,
    mistakes: choice.mistakes,
    label: () => `tagged-union[${labelsOf(choice).join(',')}]`,
    takesText: () => false,
    ...maskingOf(kinds, (input, shown) => {
      const kind = memberFor(choice, input)
      return kind === undefined ? hide(input) : maskInput(kind, input, shown)
    }),

    convert(input, state) {
      if (!isSource(input)) return state.refuse(this, 'model_attributes_type', input)
      const given = choice.read(input)
      const { discriminator, expected_tags } = choice
      if (given === undefined)
        return state.refuse(this, createBreach('union_tag_not_found', { discriminator }), input)
      const member = choice.meant(given)
      if (member === undefined) {
        const tag = choice.isSecret ? HIDDEN : tagText(given)
        const context = { discriminator, tag, expected_tags }
        return state.refuse(this, createBreach('union_tag_invalid', context), input)
      }
      const place = choice.isSecret ? HIDDEN : state.showPlace(member.place)
      return state.convertMember(member.kind, input, place)
    },

    accept: (value, code) => choose(choice, { value, code }, (kind) => kind.accept(value, code)),
    serialize: (value, exclusions) => memberFor(choice, value)?.serialize(value, exclusions) ?? value,
    write: (value, code) => choose(choice, { value, code }, (kind) => kind.write(value, code)),
    project: (value, code) => choose(choice, { value, code }, (kind) => projectKind(kind, value, code)),
    describe: (description) => describeChoice(choice, description),
    dropped: (value) => memberFor(choice, value)?.dropped?.(value) ?? [],
  })
}

// pydantic lists a member once for each of its tags.
function labelsOf({ members }: Choice): readonly string[] {
  return members.flatMap(({ kind, values }) => values.map(() => labelOf(kind)))
}

function choose(
  choice: Choice,
  { value, code }: { readonly value: string; readonly code: Code },
  body: (kind: Kind) => string,
): string {
  code.require(code.call(isSource, value))
  const tag = code.local(readExpression(value, choice.tag))
  if (choice.wireName !== choice.tag)
    code.statement(`if (${tag} === undefined) ${tag} = ${readExpression(value, choice.wireName)};`)
  const result = code.local('undefined')
  for (const [index, { kind, values }] of choice.members.entries()) {
    const condition = values.map((tagValue) => `${tag} === ${JSON.stringify(tagValue)}`).join(' || ')
    code.block(`${index === 0 ? '' : 'else '}if (${condition})`, () =>
      code.statement(`${result} = ${body(kind)};`),
    )
  }
  code.statement('else return INVALID;')
  return result
}

function describeChoice({ members, wireName }: Choice, description: Description): JsonSchema {
  const schemas = members.map(({ kind, values }) => ({ values, schema: kind.describe(description) }))
  const mapping = schemas.flatMap(({ values, schema }) => values.map((value) => [String(value), schema.$ref]))
  return {
    oneOf: schemas.map(({ schema }) => schema),
    discriminator: { propertyName: wireName, mapping: Object.fromEntries(mapping) },
  }
}
