import type { Code, Exclusions } from '../compile/code.ts'
import type { Invalid } from '../issues/result.ts'
import type { Description } from '../schema/description.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Conversion } from './conversion.ts'
import { noKind } from './no-kind.ts'
import { isObject, isPlain } from './source.ts'
import type { Alternatives } from './union/alternatives.ts'

/**
 * The library's one abstraction: a set of values and the five things that can be done with them.
 * `Optional` is true where the kind has a default, so that a field of it may be left out of the input.
 */
export interface Kind<Out = unknown, In = unknown, Optional extends boolean = boolean> {
  /** Only for the type system. */
  readonly '~types'?: { readonly output: Out; readonly input: In; readonly optional: Optional }
  readonly name: string
  readonly options: FieldOptions
  /** Explain: the typed value, or INVALID with every issue noted in `state`. Never throws for bad data. */
  readonly convert: (input: unknown, state: Conversion) => Out | Invalid
  /** Accept: adds to `code` the checks that `value` (an expression) needs no conversion; answers the built value's expression. */
  readonly accept: (value: string, code: Code) => string
  /** The plain JSON data of a converted value (spec §4.3.2), without the fields of models that are excluded. */
  serialize(value: Out, exclusions?: Exclusions): unknown
  /** Accept for replies: checks `value` as accept does; answers the expression of its JSON text. */
  readonly write: (value: string, code: Code) => string
  /** The JSON Schema of the kind itself, without the field's own words (title, default). */
  readonly describe: (description: Description) => JsonSchema
  /** As write, but answers the expression of the plain data; absent where that is `serialize` of what accept built. */
  readonly project?: ((value: string, code: Code) => string) | undefined
  /** The input with every secret in it shown as `"***"`; absent where nothing is secret. */
  readonly mask?: Mask | undefined
  /** Whether there is a secret to mask, where that is known only once all models are declared; `asked` are the kinds asked so far. */
  readonly isSecretive?: ((asked: Set<Pick<Kind, 'mask' | 'isSecretive'>>) => boolean) | undefined
  /** Where `value` holds keys that this kind drops: answers paths of names; absent where nothing can be dropped. */
  readonly dropped?: ((value: unknown) => readonly string[]) | undefined
  /** The name in the locations of a union's issues, as pydantic gives it (`list[int]`); absent where `name` says it. */
  readonly label?: (() => string) | undefined
  /** Whether a text can be a value, or texts its items, as parameters are; of an item (`alone`), whether one can. Absent where one
   *  can. */
  readonly takesText?: ((alone: boolean) => boolean) | undefined
  /** Whether an object is an instance of the model that this kind is; absent where it is none. */
  readonly isOwn?: ((value: object) => boolean) | undefined
  /** Whether the fields of the model that this kind is are read under their own names as well as under aliases; absent where not. */
  readonly isReadByName?: boolean | undefined
  /** Whether its name tells all of it, so that another of the name is the same: it has no parts, options or validators. */
  readonly isBare?: boolean | undefined
  /** The kinds that it is made of, save for those of models; absent where it is made of none. */
  readonly parts?: readonly Kind[] | undefined
  /** Whether a validator stands in it, outside of the models that it is made of. */
  readonly hasSteps?: boolean | undefined
  /** What a choice without validators is made of; absent in every other kind. */
  readonly alternatives?: Alternatives | undefined
  /** What is wrong with the declaration itself; models and converters refuse to be made of it. */
  readonly mistakes?: readonly string[] | undefined
}

/** How an input is shown. */
export type Mask = (input: unknown, shown: Shown) => unknown

/** What was shown of inputs in one conversion: models that hold themselves would show all below them anew on every level. */
export interface Shown extends Map<Mask, Map<object, unknown>> {}

/** A kind under a name: what a model's row of the specification's tables says. `field.ts` makes them. */
export interface Field {
  /** The name in typed code, and of the instance's property. */
  readonly name: string
  /** The name on the wire: the alias, or the name. */
  readonly wireName: string
  readonly kind: Kind
  readonly required: boolean
  /** The value of the field when it is not given; only called where it is not required. */
  readonly default: () => unknown
}

/** Options that every kind takes: they tell of the field more than of the value. */
export interface FieldOptions<Value = unknown> {
  /** The value of a field that is not given, or a function that makes it; makes the field optional. Not validated. */
  readonly default?: Value | DeepReadonly<Value> | (() => Value)
  /** The field's name on the wire, both ways. Default: its own name. */
  readonly alias?: string
  /** What documents call the field. Default: its name on the wire, `created_at` as `Created At`. */
  readonly title?: string
  /** Documentation text only (spec §2.7). */
  readonly description?: string
  /** Values of the field, for documents. Default none. */
  readonly examples?: readonly (Value | DeepReadonly<Value>)[]
  /** Whether documents tell clients to leave the field; it is taken and answered as ever. Default false. */
  readonly deprecated?: boolean
  /** Leaves the field out of every document and JSON Schema, as a parameter or a property of its model; it is taken and answered as
   *  ever. Default false. */
  readonly hidden?: boolean
  /** Hides the value, and itself in any enclosing object, from every issue (what its message would quote, and the keys in
   *  its location, as well), log and example. Default false. */
  readonly secret?: boolean
}

/** A value whose lists and objects may be read-only all through, as the compiler takes those in a declaration to be. */
type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

/** The property under which a model class gives its kind: a text, for a declaration file cannot name a symbol that it does not import. */
export const KIND = '~kind'

/** The property that tells the model classes of this copy of the library from those of another. */
export const OWN: unique symbol = Symbol('own')

/** A class that declares a model: it can stand wherever a kind can. */
export interface KindClass<Out = unknown, In = unknown> {
  new (input: never): Out
  readonly name: string
  /** Its values are told of by the constructor alone: a function's type parameter would be inferred without the class's members. */
  readonly [KIND]: Kind<unknown, In, false>
}

/** What fields and composite kinds are declared with. */
export type KindLike<Out = unknown, In = unknown> = Kind<Out, In> | KindClass<Out, In>

/** The kind of a declaration. Throws a TypeError for what is none, where no compiler has looked. */
export function kindOf<Out, In>(declared: KindLike<Out, In>): Kind<Out, In> {
  const given: unknown = declared
  const kind = isKindClass(given) ? given[KIND] : given
  if (isKind<Out, In>(kind)) return kind
  throw new TypeError(noKind(given))
}

/** Whether it can stand where a kind must. */
export function isKindLike(given: unknown): given is KindLike {
  return isKindClass(given) || isKind(given)
}

function isKind<Out, In>(kind: unknown): kind is Kind<Out, In> {
  return isObject(kind) && 'convert' in kind && 'options' in kind
}

/** The model that an object is an instance of; undefined for every other object. */
export function modelOf(value: object): KindClass | undefined {
  const prototype: object | null = Object.getPrototypeOf(value)
  const model: unknown = prototype?.constructor
  return isKindClass(model) ? model : undefined
}

function isKindClass(value: unknown): value is KindClass {
  return typeof value === 'function' && OWN in value
}

/** Whether a field of this kind may be left out. */
export function hasDefault(kind: Kind): boolean {
  // Code without types may give options that are no object.
  return 'default' in Object(kind.options)
}

/** Whether a text can be a value of the kind, or texts its items unless the text stands alone; asked once all models are declared. */
export function takesText(kind: Kind, alone = false): boolean {
  return kind.takesText?.(alone) !== false
}

/** The value of a field that was left out, new for each use. */
export function defaultOf(kind: Kind): unknown {
  const value = kind.options.default
  return typeof value === 'function' ? value() : cloneData(value)
}

/** A copy of lists, collections, dates, plain objects and models' instances; other objects are values of their kinds and never change. */
function cloneData(value: unknown): unknown {
  if (!isObject(value)) return value
  if (Array.isArray(value)) return value.map(cloneData)
  if (value instanceof Set) return new Set([...value].map(cloneData))
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, cloneData(item)]))
  if (value instanceof Date) return new Date(value)
  if (!isPlain(value) && modelOf(value) === undefined) return value
  const copies = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cloneData(item)]))
  const prototype: object | null = Object.getPrototypeOf(value)
  if (prototype === Object.prototype) return copies
  const own = Object.getOwnPropertyDescriptors(value)
  // What is frozen can be changed in a copy.
  return Object.create(prototype, { ...own, ...Object.getOwnPropertyDescriptors(copies) })
}
