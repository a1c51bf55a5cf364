import type { Code, CodeOptions, Exclusions } from '../compile/code.ts'
import { INVALID } from '../issues/result.ts'
import { alternativesSchema } from '../schema/json-schema.ts'
import { type Conversion, REPLY } from './conversion.ts'
import { defineKind, type KindDefinition } from './define.ts'
import { partSchema } from './field-schema.ts'
import type { InputOf, IsOptional, KnownOptions, OutputOf, WrittenAs } from './inference.ts'
import { type FieldOptions, type Kind, type KindLike, kindOf, takesText } from './kind.ts'
import { labelOf } from './label.ts'
import { maskByAll, maskingOf } from './mask.ts'
import { nullable } from './nullable.ts'
import { serializeCall } from './projection.ts'
import { mistakesOfParts, requireList } from './review/mistakes.ts'
import { isObject } from './source.ts'
import type { Step } from './step.ts'
import { alternativesOf } from './union/alternatives.ts'
import { bestFit } from './union/best-fit.ts'
import { type Fit, isPerfect } from './union/fit.ts'
import { inOneConversion, QuietConversion } from './union/quiet-conversion.ts'

/**
 * A value of one of several kinds or models: the one it fits best, chosen as in pydantic's smart mode (an exact fit,
 * then the most fields, then the least conversion, then the first). A union or nullable among the members counts as its
 * own members, as in Python, unless it has validators, or annotations such as a `description`, of its own.
 */
export function union<
  const Members extends readonly KindLike[] | WrittenAs<'union([A, B])'>,
  const Options extends KnownOptions<FieldOptions<OutputOf<Members[number]>>, Options> = FieldOptions<
    OutputOf<Members[number]>
  >,
>(
  members: Members,
  options?: Options,
  ...steps: Step<OutputOf<Members[number]>>[]
): Kind<OutputOf<Members[number]>, InputOf<Members[number]>, IsOptional<Options>>
export function union(members: readonly KindLike[], options?: FieldOptions, ...steps: Step<unknown>[]): Kind {
  requireList(members, 'union([A, B])')
  const given = members.map(kindOf)
  const { kinds, orNull } = alternativesOf(given)
  const mistakes = [
    ...(given.length === 0 ? ['union() has no member; write at least one'] : []),
    ...mistakesOfParts(given.map((kind, index) => [`member ${index}`, kind])),
  ]
  if (orNull) return nullable(unionOf(kinds, { options: {}, mistakes }), options, ...steps)
  return unionOf(kinds, { options, steps, mistakes })
}

function unionOf(
  kinds: readonly Kind[],
  declared: Pick<KindDefinition<unknown, unknown>, 'options' | 'steps' | 'mistakes'>,
): Kind {
  return defineKind<unknown, unknown, boolean>({
    ...declared,
    name: 'union',
    parts: kinds,
    alternatives: { kinds, orNull: false },
    label: () => `union[${kinds.map(labelOf).join(',')}]`,
    takesText: (alone) => kinds.some((kind) => takesText(kind, alone)),
    // The input may be meant for any member, so what any member hides is hidden.
    ...maskingOf(kinds, (input, shown) => maskByAll(kinds, input, shown)),

    convert(input, state) {
      const best = chooseMember(kinds, input, state)
      return best === undefined ? INVALID : best.value
    },

    // That one member accepts does not show that it fits best: the explaining closures decide.
    accept(value, code) {
      return `${chosenFit(kinds, value, code)}.value`
    },

    serialize: memberSerializer(kinds),

    project(value, code) {
      const fit = chosenFit(kinds, value, code)
      return serializeCall(`${fit}.kind`, `${fit}.value`, code)
    },

    describe: (description) => alternativesSchema(kinds.map((kind) => partSchema(kind, description))),

    dropped: kinds.some((kind) => kind.dropped !== undefined)
      ? inOneConversion(
          REPLY,
          (state, value: unknown) => chooseMember(kinds, value, state)?.kind.dropped?.(value) ?? [],
        )
      : undefined,
  })
}

function chooseMember(kinds: readonly Kind[], input: unknown, state: Conversion): Fit | undefined {
  const best = bestFit(kinds, input, state)
  if (best === undefined || !state.isReply) return best
  if (isObject(input) || Object.is(best.value, input)) return best
  // Inside an instance validators do not run, and the member that made the value may have one that altered it.
  const isInsideInstance = !state.runsSteps
  if (isPerfect(best) && !isInsideInstance) return best
  // Handlers give typed values: what one member leaves as it is was never meant to be converted by another.
  const keepers = kinds.filter((kind) => keeps(kind, input))
  const mark = state.issues.length
  const kept = keepers.length === 0 ? undefined : bestFit(keepers, input, state)
  if (kept !== undefined) return kept
  // Their validators refuse it.
  state.takeBack(mark)
  return best
}

function chosenFit(kinds: readonly Kind[], value: string, code: Code): string {
  const isValidated = kinds.some(({ hasSteps }) => hasSteps) ? code.isValidated?.() : undefined
  const given = isValidated === undefined ? [value] : [value, isValidated]
  const fit = code.local(code.call(chooser(kinds, code), ...given))
  code.require(`${fit} !== undefined`)
  return fit
}

function chooser(
  kinds: readonly Kind[],
  code: Code,
): (value: unknown, isValidated?: boolean) => Fit | undefined {
  const { options, session, strict } = code
  return (value, isValidated = false) => {
    const state = new QuietConversion(options)
    state.strict = strict
    if (isValidated) state.runsSteps = false
    state.depth = session.depth
    return chooseMember(kinds, value, state)
  }
}

// A value does not record which member made it, but every kind accepts its own values exactly and leaves plain ones as
// they are.
function memberSerializer(kinds: readonly Kind[]): Kind['serialize'] {
  const serializeFit = inOneConversion(MADE, (state, value: unknown, exclusions?: Exclusions) => {
    const makers = isObject(value) ? kinds : kinds.filter((kind) => keeps(kind, value))
    const fit = chooseMember(makers, value, state)
    return fit === undefined ? value : fit.kind.serialize(fit.value, exclusions)
  })
  return (value, exclusions) => {
    const owner = isObject(value) && ownerOf(kinds, value)
    return owner ? owner.serialize(value, exclusions) : serializeFit(value, exclusions)
  }
}

// A model's own instance fits it exactly; converting it again, with everything in it, would show nothing new. Only a
// member before the model that accepts instances of any class could fit as well.
function ownerOf(kinds: readonly Kind[], value: object): Kind | undefined {
  if (!kinds.some(({ isOwn }) => isOwn?.(value) === true)) return undefined
  const taker = kinds.find((kind) => kind.isOwn?.(value) ?? convertMade(kind, value) !== INVALID)
  return taker?.isOwn === undefined ? undefined : taker
}

function keeps(kind: Kind, value: unknown): boolean {
  return Object.is(convertMade(kind, value), value)
}

function convertMade(kind: Kind, value: unknown): unknown {
  return kind.convert(value, new QuietConversion(MADE))
}

/** Options for what a member made: validators have seen it, and a client may have left fields out. */
const MADE: CodeOptions = { ...REPLY, sent: true, made: true }
