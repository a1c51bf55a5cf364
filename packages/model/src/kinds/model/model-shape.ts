import type { AnyStep } from '../define.ts'
import type { Field } from '../kind.ts'
import { isObject, isSource, readProperty, type Source } from '../source.ts'

/** The value of a field that a client was not given: its default is the server's. */
export const LEFT_OUT: unique symbol = Symbol('left out')

/** What becomes of keys that no field of a model has (pydantic's `extra`). */
export type Extra = 'ignore' | 'forbid' | 'allow'

/** What a model is made of: the class whose instances it builds, its fields in order, its options. */
export interface ModelShape {
  readonly model: { readonly name: string; readonly prototype: object }
  readonly fields: readonly Field[]
  readonly options: ModelShapeOptions
}

/** The options of a model as its kind needs them. */
export interface ModelShapeOptions {
  /** What becomes of keys that no field has: dropped, refused, or kept. Default `ignore`. */
  readonly extra?: Extra
  /** Whether fields with an alias are also read under their own name. Default false. */
  readonly populateByName?: boolean
  /** Whether the fields refuse lax conversions (`'1'` for 1) unless they say `strict: false`: pydantic's `ConfigDict(strict=True)`,
   *  as FastAPI applies it to bodies. A model among the fields says so for its own. Default: what the converter says, else false. */
  readonly strict?: boolean
  /** The name in documents, errors and the `loc` of a union's issues. Default: the class' own, which bundlers that shorten names
   *  change: `next build` does unless told not to. */
  readonly name?: string
  /** The title in documents. Default: the name. */
  readonly title?: string
  /** Documentation text of the model. */
  readonly description?: string
  readonly check?: readonly AnyStep[]
}

/** Whether `input` was built by the model itself: then its properties have the fields' own names. */
export function isInstance({ model }: ModelShape, input: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(input)
  return prototype !== Object.prototype && Object.prototype.isPrototypeOf.call(model.prototype, input)
}

/** Whether the model's fields can be read from `input`: a date, a list or a collection gives none, whatever else it holds,
 *  unless every required field is found in it. */
export function isSourceOf(shape: ModelShape, input: unknown, byName: boolean): input is Source {
  if (isSource(input)) return true
  if (!isObject(input) || Array.isArray(input)) return false
  const source = input as Source
  const find = fieldFinder(shape, source, byName)
  const required = shape.fields.filter((field) => field.required)
  return required.length > 0 && required.every((field) => find(field, source) !== undefined)
}

/** Whether any field has one name on the wire and another in typed code. */
export function hasAliases({ fields }: ModelShape): boolean {
  return fields.some(({ name, wireName }) => name !== wireName)
}

/** Whether fields with an alias are also found under their own names, where the converter's `byName` says so or not. */
export function isReadByName({ options }: ModelShape, byName: boolean): boolean {
  return byName || options.populateByName === true
}

/** The field whose own name is another's on the wire: who speaks of names means that one by it. */
export function rivalOf({ fields }: ModelShape, { name, wireName }: Field): Field | undefined {
  return name === wireName ? undefined : fields.find((other) => other.name === wireName)
}

/** Every name under which the input may give a field. */
export function namesOf(shape: ModelShape, byName: boolean): ReadonlySet<string> {
  const wireNames = shape.fields.map(({ wireName }) => wireName)
  return new Set(
    isReadByName(shape, byName) ? [...wireNames, ...shape.fields.map(({ name }) => name)] : wireNames,
  )
}

/** The names under which `source` gives the fields. One that it gives under two is found under the first: the other name is
 *  none of the model's, as in pydantic. */
export function foundNames(shape: ModelShape, source: Source, byName: boolean): ReadonlySet<string> {
  const find = fieldFinder(shape, source, byName)
  return new Set(shape.fields.map((field) => find(field, source) ?? field.wireName))
}

/** The name under which a source gives a field; undefined where it does not. */
export type FieldFinder = (field: Field, source: Source) => string | undefined

/** How the fields of `source` are found: by their own names in an instance, else by wire names and, if `byName`, by both. */
export function fieldFinder(shape: ModelShape, source: Source, byName: boolean): FieldFinder {
  if (!hasAliases(shape)) return findWireName
  if (isInstance(shape, source)) return findName
  if (!isReadByName(shape, byName)) return findWireName
  return (field, from) => {
    // Who fills a model by its names (populateByName) speaks of the wire's first, as in pydantic.
    const rival = byName ? rivalOf(shape, field) : undefined
    if (rival === undefined) return findWireName(field, from) ?? findName(field, from)
    const isOnWire = findWireName(rival, from) !== undefined
    return findName(field, from) ?? (isOnWire ? findWireName(field, from) : undefined)
  }
}

/** How the fields of what a client is about to send are found: by the names that its types have, else by those on the wire, as an
 *  answer has them that is sent back with some fields changed. */
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
