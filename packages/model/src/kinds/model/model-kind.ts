import { INVALID } from '../../issues/result.ts'
import type { Description } from '../../schema/description.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { Exactness } from '../conversion.ts'
import { type AnyStep, defineKind } from '../define.ts'
import { fieldSchema, isShown } from '../field-schema.ts'
import type { Field, Kind } from '../kind.ts'
import { maskingOf } from '../mask.ts'
import { placeRejection } from '../placed-rejection.ts'
import { isObject, isPlain, readProperty } from '../source.ts'
import { admitsNull } from './admits-null.ts'
import { hiddenExtras, withExtras } from './extras.ts'
import { type InstanceBuilder, instanceBuilder } from './instance.ts'
import { modelCode } from './model-code.ts'
import { fieldsConverter } from './model-conversion.ts'
import { droppedNames, maskFields } from './model-filter.ts'
import { serializeFields } from './model-serialization.ts'
import { isInstance, isSourceOf, type ModelShape } from './model-shape.ts'
import { carryUnset, noteUnset } from './unset.ts'

/** Objects with declared fields, built as instances of a class. */
export function modelKind(shape: ModelShape): Kind<Record<string, unknown>, unknown, false> {
  const { model, fields, options } = shape
  const names = fields.map(({ name }) => name)
  const kinds = fields.map(({ kind }) => kind)
  const convertFields = fieldsConverter(shape)
  const build = instanceBuilder(model.prototype, names)
  return defineKind<Record<string, unknown>, unknown, false>({
    name: model.name,
    options: {},
    steps: inOrder(options.check).map((step) => adaptStep(step, shape, build)),
    isValidated: (input) => isObject(input) && isInstance(shape, input),
    label: () => model.name,
    isOwn: (value) => isInstance(shape, value),
    isReadByName: options.populateByName,
    takesText: () => false,
    ...maskingOf(kinds, (input, shown) => maskFields(shape, input, shown)),

    convert(input, state) {
      if (!isSourceOf(shape, input, state.byName)) return state.refuse(this, 'model_attributes_type', input)
      const { exactness, fieldsSet, strict, runsSteps } = state
      const isOwn = isInstance(shape, input)
      state.strict = options.strict ?? state.strictByDefault
      state.runsSteps = state.runsStepsByDefault && !(isOwn && state.isReply)
      const converted = convertFields(input, { state, refusing: this, isOwn })
      state.strict = strict
      state.runsSteps = runsSteps
      // An instance fits its own model better than anything else, however many fields it has and whatever they are.
      if (isOwn) Object.assign(state, { exactness, fieldsSet })
      else state.lower(Exactness.strict)
      if (converted === INVALID) return INVALID
      const instance = withExtras(build(...converted.values), converted.extras)
      return isOwn || state.notesUnset ? noteUnset(shape, instance, input) : instance
    },

    ...modelCode(shape, build),
    serialize: (value, exclusions) => serializeFields(shape, value, exclusions),
    describe: (description) => description.define(model, () => describeModel(shape, description)),
    dropped: (value) => droppedNames(shape, value),
  })
}

/**
 * As in pydantic, `after` validators surround `before` validators, whatever their order: an `after` validator refuses
 * what the model was given, not what `before` made of it.
 */
function inOrder(steps: readonly AnyStep[] = []): readonly AnyStep[] {
  return [...steps.filter(({ when }) => when === 'before'), ...steps.filter(({ when }) => when === 'after')]
}

/**
 * Adapts a validator to the model: its refusal may name a field, and a spread instance that it returns,
 * `({ ...post, slug })`, becomes an instance again.
 */
function adaptStep(step: AnyStep, shape: ModelShape, build: InstanceBuilder): AnyStep {
  if (step.when === 'before')
    return { when: 'before', prepare: (input) => placeRejection(step.prepare(input), shape) }
  const { fields, options } = shape
  const names = fields.map(({ name }) => name)
  const run = (value: never): unknown => {
    const kept = placeRejection(step.run(value), shape)
    if (!isObject(kept) || !isPlain(kept)) return kept
    // A spread copies properties only.
    const extras =
      options.extra === 'allow'
        ? [...hiddenExtras(value), ...Object.entries(kept).filter(([key]) => !names.includes(key))]
        : []
    const spread = withExtras(build(...names.map((name) => readProperty(kept, name))), extras)
    return carryUnset(spread, value)
  }
  return { when: 'after', run }
}

function describeModel({ model, fields, options }: ModelShape, description: Description): JsonSchema {
  const shown = fields.filter(isShown)
  const properties = shown.map((field) => [field.wireName, fieldSchema(field, description)] as const)
  const isLeftOut = ({ kind }: Field) => description.excludesNone && admitsNull(kind)
  const required = shown
    .filter((field) => field.required && !isLeftOut(field))
    .map(({ wireName }) => wireName)
  return {
    ...(options.description !== undefined && { description: options.description }),
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(options.extra === 'forbid' && shown.length === fields.length && { additionalProperties: false }),
    ...(options.extra === 'allow' && { additionalProperties: true }),
    title: options.title ?? model.name,
  }
}
