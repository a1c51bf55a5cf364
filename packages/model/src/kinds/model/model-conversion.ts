import { INVALID, type Invalid } from '../../issues/result.ts'
import { any } from '../any.ts'
import type { Conversion } from '../conversion.ts'
import { hide, isSecretive } from '../mask.ts'
import { isPlain, type Source } from '../source.ts'
import { type Extras, hiddenExtras } from './extras.ts'
import { type FieldsContext, valuesConverter } from './field-conversion.ts'
import { foundNames, isInstance, type ModelShape, namesOf } from './model-shape.ts'

/** The converted values of a model's fields, in order, and the extra keys if they are kept. */
export interface ConvertedFields {
  readonly values: readonly unknown[]
  readonly extras: Extras
}

/** Converts every field of a source. */
export type FieldsConverter = (source: Source, context: FieldsContext) => ConvertedFields | Invalid

/** Returns the conversion of a model's fields. */
export function fieldsConverter(shape: ModelShape): FieldsConverter {
  const convertValues = valuesConverter(shape)
  const { extra = 'ignore' } = shape.options
  return (source, context) => {
    const { state, refusing } = context
    const mark = state.issues.length
    const values = convertValues(source, context)
    if (extra === 'ignore') return values === INVALID ? INVALID : { values, extras: NO_EXTRAS }
    const found = extrasOf(shape, source, context)
    const unreadable = found.find(([key]) => !key.isWellFormed())
    if (unreadable !== undefined) {
      // In pydantic a key that is not well-formed Unicode ends the reading, whatever else was found.
      state.takeBack(mark)
      return state.refuse(refusing, 'string_unicode', unreadable[0])
    }
    const extras = (extra === 'forbid' ? forbidExtras : keepExtras)(found, context)
    return extras === INVALID || values === INVALID ? INVALID : { values, extras }
  }
}

const NO_EXTRAS: Extras = []

/** Converts the extra keys of `source`, for a model that allows them. */
export function convertExtras(shape: ModelShape, source: Source, state: Conversion): Extras | Invalid {
  // Nobody reads what is refused here, so nothing needs hiding.
  const context = { state, refusing: {}, isOwn: isInstance(shape, source) }
  const extras = extrasOf(shape, source, context)
  return extras.every(([key]) => key.isWellFormed()) ? keepExtras(extras, context) : INVALID
}

/**
 * Returns the keys that belong to no field. An instance keeps the ones it was built with; of instances of other
 * classes, only fields are read.
 */
function extrasOf(shape: ModelShape, source: Source, { state, isOwn }: FieldsContext): Extras {
  if (isOwn ? shape.options.extra === 'forbid' : !isPlain(source)) return []
  // If a client gives a field under both its names, neither is an extra key.
  const known = state.isSent && !isOwn ? namesOf(shape, true) : foundNames(shape, source, state.byName)
  const shown = Object.entries(source).filter(([key, value]) => !known.has(key) && value !== undefined)
  return isOwn ? [...shown, ...hiddenExtras(source)] : shown
}

function forbidExtras(extras: Extras, { state, refusing }: FieldsContext): Extras | Invalid {
  const masking = isSecretive(refusing) ? { mask: hide } : {}
  for (const [key, input] of extras) {
    state.loc.push(state.showPlace(key))
    state.refuse(masking, 'extra_forbidden', input)
    state.loc.pop()
    if (state.isFull) break
  }
  return extras.length === 0 ? extras : INVALID
}

const EXTRA_VALUE = any()
/** An extra value of a model that has secrets: its key could be a misspelt secret. */
const HIDDEN_VALUE = any({ secret: true })

function keepExtras(extras: Extras, { state, refusing }: FieldsContext): Extras | Invalid {
  const kind = isSecretive(refusing) ? HIDDEN_VALUE : EXTRA_VALUE
  const kept = extras.map(
    ([key, input]) => [key, state.convertPart(kind, input, state.showPlace(key))] as const,
  )
  return kept.some(([, value]) => value === INVALID) ? INVALID : kept
}
