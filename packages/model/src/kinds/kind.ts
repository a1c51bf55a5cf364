import type { Code, Exclusions } from '../compile/code.ts'
import type { Invalid } from '../issues/result.ts'
import type { Description } from '../schema/description.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Conversion } from './conversion.ts'
import { noKind } from './no-kind.ts'
import { isObject, isPlain } from './source.ts'
import type { Alternatives } from './union/alternatives.ts'

/**
 * The library's one abstraction: a set of values and the five operations on it. `Optional` is true if the kind has a
 * default, so that its field may be left out of the input.
 */
export interface Kind<Out = unknown, In = unknown, Optional extends boolean = boolean> {
  /** For the type system only. */
  readonly '~types'?: { readonly output: Out; readonly input: In; readonly optional: Optional }
  readonly name: string
  readonly options: FieldOptions
  /** Explain: returns the typed value, or INVALID with every issue noted in `state`. Never throws for bad data. */
  readonly convert: (input: unknown, state: Conversion) => Out | Invalid
  /**
   * Accept: adds checks to `code` that `value` (an expression) needs no conversion. Returns the expression of the built
   * value.
   */
  readonly accept: (value: string, code: Code) => string
  /** Returns the plain JSON data of a converted value (spec §4.3.2), without the fields of models that are excluded. */
  serialize(value: Out, exclusions?: Exclusions): unknown
  /** Accept for replies: adds checks of `value` as accept does. Returns the expression of its JSON text. */
  readonly write: (value: string, code: Code) => string
  /** Returns the JSON Schema of the kind itself, without the title, default and other annotations of a field. */
  readonly describe: (description: Description) => JsonSchema
  /**
   * Like write, but returns the expression of the plain data; absent where that is `serialize` of what accept built.
   */
  readonly project?: ((value: string, code: Code) => string) | undefined
  /** Returns the input with every secret in it shown as `"***"`; absent where nothing is secret. */
  readonly mask?: Mask | undefined
  /**
   * Whether there is a secret to mask; present where that is known only once all models are declared. `visited` holds
   * the kinds visited so far.
   */
  readonly isSecretive?: ((visited: Set<Pick<Kind, 'mask' | 'isSecretive'>>) => boolean) | undefined
  /** Returns the paths of the names in `value` that this kind drops; absent where nothing can be dropped. */
  readonly dropped?: ((value: unknown) => readonly string[]) | undefined
  /** The name in the locations of a union's issues, as in pydantic (`list[int]`); absent where it is `name`. */
  readonly label?: (() => string) | undefined
  /**
   * Whether a string can be a value, or strings its items, as in parameters. With `alone`, which asks about an item:
   * whether a string can be a value. Absent where it can.
   */
  readonly takesText?: ((alone: boolean) => boolean) | undefined
  /** Whether an object is an instance of this model; absent in kinds that are not models. */
  readonly isOwn?: ((value: object) => boolean) | undefined
  /** Whether this model's fields are read under their own names as well as their aliases; absent where they are not. */
  readonly isReadByName?: boolean | undefined
  /**
   * Whether the name says everything, so that another kind of that name is the same: it has no parts, options or
   * validators.
   */
  readonly isBare?: boolean | undefined
  /** The kinds that it is made of, except those within models; absent where there are none. */
  readonly parts?: readonly Kind[] | undefined
  /** Whether it contains a validator, outside the models that it is made of. */
  readonly hasSteps?: boolean | undefined
  /** Whether a `before` of its own changes what it converts; absent where there is none. */
  readonly hasBefore?: boolean | undefined
  /** The members of a choice without validators; absent in every other kind. */
  readonly alternatives?: Alternatives | undefined
  /** What is wrong with the declaration itself. Models and converters refuse to be made of it. */
  readonly mistakes?: readonly string[] | undefined
}

/** How an input is shown. */
export type Mask = (input: unknown, shown: Shown) => unknown

/**
 * What was shown of inputs in one conversion. Without it, models that contain themselves would mask everything below
 * them again on every level.
 */
export interface Shown extends Map<Mask, Map<object, unknown>> {}

/** A kind under a name: one row of a model's table in the specification. `field.ts` makes them. */
export interface Field {
  /** The name in typed code, and of the property of an instance. */
  readonly name: string
  /** The name on the wire: the alias, or the name. */
  readonly wireName: string
  /** The set of its values. */
  readonly kind: Kind
  /** Whether it must be given, because it has no default. */
  readonly required: boolean
  /** Returns the value of the field when it is not given. Called only if the field is not required. */
  readonly default: () => unknown
}

/** Options that every kind accepts. They describe the field more than the value. */
export interface FieldOptions<Value = unknown> {
  /** The value of a field that is not given, or a function that makes it. Makes the field optional. Not validated. */
  readonly default?: Value | DeepReadonly<Value> | (() => Value)
  /** The field's name on the wire, in both directions. Default: its own name. */
  readonly alias?: string
  /** The field's title in documents. Default: made from its name on the wire, `Created At` from `created_at`. */
  readonly title?: string
  /** Documentation text only (spec §2.7). */
  readonly description?: string
  /** Example values for documents. Default none. */
  readonly examples?: readonly (Value | DeepReadonly<Value>)[]
  /** Marks the field as deprecated in documents. It is still accepted and sent. Default false. */
  readonly deprecated?: boolean
  /**
   * Leaves the field out of every document and JSON Schema, as a parameter or as a property of its model. It is still
   * accepted and sent. Default false.
   */
  readonly hidden?: boolean
  /**
   * Hides the value in every issue, log and example, also where an object that contains it is shown. In an issue this
   * includes what the message would quote and the keys in its location. Default false.
   */
  readonly secret?: boolean
}

/** A value whose lists and objects may be read-only at every depth, as the compiler infers them in a declaration. */
type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

/**
 * The property under which a model class has its kind. It is a string, because a declaration file cannot name a symbol
 * that it does not import.
 */
export const KIND = '~kind'

/** The property that distinguishes model classes of this copy of the library from those of another. */
export const OWN: unique symbol = Symbol('own')

/** A class that declares a model. It can be used wherever a kind can. */
export interface KindClass<Out = unknown, In = unknown> {
  new (input: never): Out
  readonly name: string
  /**
   * Only the constructor gives the type of the values: a function's type parameter would be inferred without the
   * class's members.
   */
  readonly [KIND]: Kind<unknown, In, false>
}

/** What fields and composite kinds are declared with: a kind or a model. */
export type KindLike<Out = unknown, In = unknown> = Kind<Out, In> | KindClass<Out, In>

/** Returns the kind of a declaration. Throws a TypeError for anything else, which untyped code may give. */
export function kindOf<Out, In>(declared: KindLike<Out, In>): Kind<Out, In> {
  const given: unknown = declared
  const kind = isKindClass(given) ? given[KIND] : given
  if (isKind<Out, In>(kind)) return kind
  throw new TypeError(noKind(given))
}

/** Whether `given` can be used as a kind. */
export function isKindLike(given: unknown): given is KindLike {
  return isKindClass(given) || isKind(given)
}

function isKind<Out, In>(kind: unknown): kind is Kind<Out, In> {
  return isObject(kind) && 'convert' in kind && 'options' in kind
}

/** Returns the model that an object is an instance of; undefined for every other object. */
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
  // Untyped code may give options that are not an object.
  return 'default' in Object(kind.options)
}

/**
 * Whether a string can be a value of the kind or, unless it stands `alone`, strings its items. Ask once all models are
 * declared.
 */
export function takesText(kind: Kind, alone = false): boolean {
  return kind.takesText?.(alone) !== false
}

/** Returns the value of a field that was left out, new at each use. */
export function defaultOf(kind: Kind): unknown {
  const value = kind.options.default
  return typeof value === 'function' ? value() : cloneData(value)
}

/**
 * Copies lists, collections, dates, plain objects and instances of models. Other objects are values of their kinds and
 * never change.
 */
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
  // A frozen object becomes changeable in its copy.
  return Object.create(prototype, { ...own, ...Object.getOwnPropertyDescriptors(copies) })
}
