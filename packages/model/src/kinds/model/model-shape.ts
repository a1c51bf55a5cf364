import type { AnyStep } from '../define.ts'
import type { Field } from '../kind.ts'
import { isObject, isSource, readProperty, type Source } from '../source.ts'

/** The value of a field that a client was not given: the server fills in its default. */
export const LEFT_OUT: unique symbol = Symbol('left out')

/** What happens to keys that belong to no field of a model (pydantic's `extra`). */
export type Extra = 'ignore' | 'forbid' | 'allow'

/** A model's parts: the class whose instances it builds, its fields in order, its options. */
export interface ModelShape {
  readonly model: { readonly name: string; readonly prototype: object }
  readonly fields: readonly Field[]
  readonly options: ModelShapeOptions
}

/** The options of a model that its kind needs. */
export interface ModelShapeOptions {
  /** What happens to keys that belong to no field: they are dropped, refused, or kept. Default `ignore`. */
  readonly extra?: Extra
  /** Whether fields with an alias are also read under their own names. Default false. */
  readonly populateByName?: boolean
  /**
   * Whether the fields refuse lax conversions (`'1'` for 1) unless they set `strict: false`: pydantic's
   * `ConfigDict(strict=True)`, as FastAPI applies it to bodies. A model among the fields sets its own. Default: the
   * converter's `strict`, else false.
   */
  readonly strict?: boolean
  /**
   * The name in documents, errors and the `loc` of a union's issues. Default: the name of the class. Bundlers that
   * shorten names change that one; `next build` does unless configured not to.
   */
  readonly name?: string
  /** The title in documents. Default: the name. */
  readonly title?: string
  /** Documentation text of the model. */
  readonly description?: string
  readonly check?: readonly AnyStep[]
}

/** Whether `input` was built by the model itself, so that its properties have the fields' own names. */
export function isInstance({ model }: ModelShape, input: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(input)
  return prototype !== Object.prototype && Object.prototype.isPrototypeOf.call(model.prototype, input)
}

/**
 * Whether the model's fields can be read from `input`. An array never qualifies. A date or a collection does only if
 * every required field is found in it.
 */
export function isSourceOf(shape: ModelShape, input: unknown, byName: boolean): input is Source {
  if (isSource(input)) return true
  if (!isObject(input) || Array.isArray(input)) return false
  const source = input as Source
  const find = fieldFinder(shape, source, byName)
  const required = shape.fields.filter((field) => field.required)
  return required.length > 0 && required.every((field) => find(field, source) !== undefined)
}

/** Whether any field's name on the wire differs from its own name. */
export function hasAliases({ fields }: ModelShape): boolean {
  return fields.some(({ name, wireName }) => name !== wireName)
}

/**
 * Whether fields with an alias are also found under their own names, by the model's option or by the converter's
 * `byName`.
 */
export function isReadByName({ options }: ModelShape, byName: boolean): boolean {
  return byName || options.populateByName === true
}

/**
 * Returns the field whose own name is the wire name of this one. In code that uses own names, the name means that
 * field.
 */
export function rivalOf({ fields }: ModelShape, { name, wireName }: Field): Field | undefined {
  return name === wireName ? undefined : fields.find((other) => other.name === wireName)
}

/** Returns every name under which the input may give a field. */
export function namesOf(shape: ModelShape, byName: boolean): ReadonlySet<string> {
  const wireNames = shape.fields.map(({ wireName }) => wireName)
  return new Set(
    isReadByName(shape, byName) ? [...wireNames, ...shape.fields.map(({ name }) => name)] : wireNames,
  )
}

/**
 * Returns the names under which `source` gives the fields. A field given under two names is found under the first; the
 * other name then belongs to no field, as in pydantic.
 */
export function foundNames(shape: ModelShape, source: Source, byName: boolean): ReadonlySet<string> {
  const find = fieldFinder(shape, source, byName)
  return new Set(shape.fields.map((field) => find(field, source) ?? field.wireName))
}

/** Returns the name under which a source gives a field; undefined where it does not. */
export type FieldFinder = (field: Field, source: Source) => string | undefined

/**
 * Returns how the fields of `source` are found: in an instance by their own names, otherwise by wire names and, if
 * `byName`, by both.
 */
export function fieldFinder(shape: ModelShape, source: Source, byName: boolean): FieldFinder {
  if (!hasAliases(shape)) return findWireName
  if (isInstance(shape, source)) return findName
  if (!isReadByName(shape, byName)) return findWireName
  return (field, from) => {
    // A model with `populateByName` looks at wire names first, as in pydantic.
    const rival = byName ? rivalOf(shape, field) : undefined
    if (rival === undefined) return findWireName(field, from) ?? findName(field, from)
    const isOnWire = findWireName(rival, from) !== undefined
    return findName(field, from) ?? (isOnWire ? findWireName(field, from) : undefined)
  }
}

/**
 * Returns how the fields of what a client sends are found: by the names in the client's types, otherwise by wire names,
 * as in a response that is sent back with some fields changed.
 */
export function sentFinder(shape: ModelShape, source: Source): FieldFinder {
  const find = fieldFinder(shape, source, true)
  const wireNames = new Set(shape.fields.map(({ wireName }) => wireName))
  return (field, from) => (wireNames.has(field.name) ? undefined : findName(field, from)) ?? find(field, from)
}

function findWireName({ wireName }: Field, source: Source): string | undefined {
  return readProperty(source, wireName) === undefined ? undefined : wireName
}

function findName({ name }: Field, source: Source): string | undefined {
  return readProperty(source, name) === undefined ? undefined : name
}
