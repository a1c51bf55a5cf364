import { INVALID, type Invalid } from '../issues/result.ts'
import { any } from './any.ts'
import type { Conversion } from './conversion.ts'
import { type Extras, hiddenExtras } from './extras.ts'
import { hide, isSecretive, type Masking } from './mask.ts'
import { fieldFinder, isInstance, type ModelField, type ModelShape, namesOf } from './model-shape.ts'
import { isPlain, type Source } from './source.ts'

/** What the fields of a model were converted to, in their order, and the extra keys where these are kept. */
export interface ConvertedFields {
  readonly values: readonly unknown[]
  readonly extras: Extras
}

/** Converts every field of `source`; issues name `refusing` as what refused. */
export function convertFields(
  shape: ModelShape,
  source: Source,
  context: { readonly state: Conversion; readonly refusing: Masking },
): ConvertedFields | Invalid {
  const { state, refusing } = context
  const { extra } = shape.options
  const mark = state.issues.length
  const values = convertEach(shape, source, context)
  if (extra === undefined || extra === 'ignore')
    return values.includes(INVALID) ? INVALID : { values, extras: NO_EXTRAS }
  const found = extrasOf(shape, source, state)
  const unreadable = found.find(([key]) => !key.isWellFormed())
  if (unreadable !== undefined) {
    // A key that is no text ends the reading in pydantic, whatever else was found.
    state.issues.length = mark
    return state.refuse(refusing, 'string_unicode', unreadable[0])
  }
  const extras = extra === 'forbid' ? forbidExtras(found, context) : keepExtras(found, state)
  return extras === INVALID || values.includes(INVALID) ? INVALID : { values, extras }
}

const NO_EXTRAS: Extras = []

/** The extra keys of `source` with what they hold, as a model keeps them that allows them. */
export function convertExtras(shape: ModelShape, source: Source, state: Conversion): Extras | Invalid {
  const extras = extrasOf(shape, source, state)
  return extras.every(([key]) => key.isWellFormed()) ? keepExtras(extras, state) : INVALID
}

function convertEach(
  shape: ModelShape,
  source: Source,
  { state, refusing }: { readonly state: Conversion; readonly refusing: Masking },
): unknown[] {
  const find = fieldFinder(shape, source, state.byName)
  const isOwn = isInstance(shape, source)
  let given = 0
  const values: unknown[] = []
  for (const field of shape.fields) {
    const name = find(field, source)
    if (name !== undefined) given++
    const input = name === undefined ? undefined : source[name]
    state.loc.push(name ?? field.wireName)
    if (name === undefined && field.required) values.push(state.refuse(refusing, 'missing', source))
    else if (name === undefined) values.push(field.default())
    else values.push(isOwn && isDefault(field, input) ? input : field.kind.convert(input, state))
    state.loc.pop()
  }
  state.addFieldsSet(given)
  return values
}

/** A default is not validated, so that an instance which took one fits its model however odd the default is. */
function isDefault({ required, kind }: ModelField, input: unknown): boolean {
  return !required && Object.is(kind.options.default, input)
}

/** The keys that no field has. An instance keeps those it was built with; of other classes' instances only fields are read. */
function extrasOf(shape: ModelShape, source: Source, state: Conversion): Extras {
  const isOwn = isInstance(shape, source)
  if (isOwn ? shape.options.extra === 'forbid' : !isPlain(source)) return []
  const known = isOwn ? new Set(shape.fields.map(({ name }) => name)) : namesOf(shape, state.byName)
  const shown = Object.entries(source).filter(([key, value]) => !known.has(key) && value !== undefined)
  return isOwn ? [...shown, ...hiddenExtras(source)] : shown
}

function forbidExtras(
  extras: Extras,
  { state, refusing }: { readonly state: Conversion; readonly refusing: Masking },
): Extras | Invalid {
  const masking = isSecretive(refusing) ? { mask: hide } : {}
  for (const [key, input] of extras) {
    state.loc.push(key)
    state.refuse(masking, 'extra_forbidden', input)
    state.loc.pop()
  }
  return extras.length === 0 ? extras : INVALID
}

const EXTRA_VALUE = any()

function keepExtras(extras: Extras, state: Conversion): Extras | Invalid {
  if (extras.length > 0) state.addFieldsSet(extras.length)
  const kept = extras.map(([key, input]) => [key, state.convertPart(EXTRA_VALUE, input, key)] as const)
  return kept.some(([, value]) => value === INVALID) ? INVALID : kept
}
