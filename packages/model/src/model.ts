import { once } from './compile/once.ts'
import { type Converter, createConverter } from './converter.ts'
import { fieldOf } from './field.ts'
import type { Fields, ModelInput, ModelOutput } from './infer.ts'
import { DeclarationError } from './issues/declaration-error.ts'
import { repeatedOf } from './issues/repeated.ts'
import type { Result } from './issues/result.ts'
import { shownGiven } from './issues/shown-given.ts'
import { ValidationError } from './issues/validation-error.ts'
import { mistakesOfStep } from './kinds/define.ts'
import { type Field, isKindLike, KIND, type Kind, kindOf, OWN } from './kinds/kind.ts'
import { hasMember } from './kinds/model/member.ts'
import { modelKind } from './kinds/model/model-kind.ts'
import type { Extra, ModelShape, ModelShapeOptions } from './kinds/model/model-shape.ts'
import { noKind } from './kinds/no-kind.ts'
import { misplacedOptions } from './kinds/review/misplaced-options.ts'
import { mistakesOf } from './kinds/review/mistakes.ts'
import { unknownOptions } from './kinds/review/option-names.ts'
import { mistakesOfOptionTypes } from './kinds/review/option-types.ts'
import { isObject } from './kinds/source.ts'
import type { Step } from './kinds/step.ts'
import { schemaDocument } from './schema/document.ts'
import type { Direction, JsonSchema } from './schema/json-schema.ts'
import { type StandardSchema, standardSchema } from './standard-schema.ts'

/** Options of a model. */
export interface ModelOptions<Value = unknown> extends ModelShapeOptions {
  /**
   * Validators of the whole model. `before` receives the input; `after` receives the instance and runs only where every
   * field passed. `after` may return a plain object of the fields (`{ ...post, slug }`), which becomes an instance.
   */
  readonly check?: readonly Step<Value>[]
}

/**
 * The class that {@link Model} returns. `class PostCreate extends Model({…}) {}` names it, unless the option `name`
 * does. You may add methods and getters. Fields with initialisers and `#private` fields are set by `new` only, because
 * every other way to build an instance calls no constructor.
 */
export interface ModelClass<F extends Fields> {
  /** Validates while it builds the instance (spec §2). Throws a {@link ValidationError} that lists every issue. */
  new (input: ModelInput<F>): ModelOutput<F>
  /** Returns an instance built from `input`. Throws a {@link ValidationError} that lists every issue. */
  parse<This extends new (input: never) => unknown>(this: This, input: unknown): InstanceType<This>
  /** Returns an instance built from `input`, or every issue. Never throws for bad data. */
  safeParse<This extends new (input: never) => unknown>(
    this: This,
    input: unknown,
  ): Result<InstanceType<This>>
  /** Returns the model's JSON Schema 2020-12, with `$defs` for the models it uses. Default direction: `input`. */
  jsonSchema(direction?: Direction): JsonSchema
  /** The declared fields, from which other models can be made: `Model({ ...Post.fields, note: string() })`. */
  readonly fields: F
  /** The model as a Standard Schema, for libraries that accept one. */
  readonly '~standard': StandardSchema<ModelInput<F>, ModelOutput<F>>
  /** The model as a kind, for this library. */
  readonly [KIND]: Kind<ModelOutput<F>, ModelInput<F>, false>
}

/**
 * Declares a model: returns the class to extend. Its fields are kinds or other models; issues and documents list them
 * in this order. Throws a {@link DeclarationError} that lists every mistake in the fields and the options.
 */
export function Model<const F extends Fields>(
  fields: F,
  options?: ModelOptions<ModelOutput<F>>,
): ModelClass<F>
export function Model(fields: Fields, options: ModelShapeOptions = {}): object {
  requireFields(fields)
  const usable = Object.entries(fields).filter(([, kind]) => isKindLike(kind))
  const declared = usable.map(([name, kind]) => fieldOf(name, kind))
  const mistakes = [
    ...mistakesOfKinds(fields),
    ...mistakesOfWireNames(declared),
    ...mistakesOfOptions(options),
  ]
  if (mistakes.length > 0) throw new DeclarationError('The model', mistakes)
  const compiled = new WeakMap<object, CompiledModel>()
  const compiledOf = (model: ModelSelf): CompiledModel => {
    const known = compiled.get(model)
    if (known !== undefined) return known
    if (typeof model !== 'function') throw new TypeError(DETACHED)
    // Only this class takes the name; a class that extends the model has its own.
    if (model === Declared || Object.getPrototypeOf(model) === Declared) rename(model, options.name)
    const made = compileModel(model, { fields: declared, options })
    compiled.set(model, made)
    return made
  }

  class Declared {
    constructor(input: unknown) {
      const instance = instanceOf(
        new.target,
        compiledOf(new.target)
          .fromCode()
          .convert(input),
      )
      Object.defineProperties(this, Object.getOwnPropertyDescriptors(instance))
    }
  }
  // Static members know the extending class only as `this`.
  return Object.defineProperties(Declared, {
    fields: { value: fields, enumerable: true },
    [OWN]: { value: true },
    [KIND]: { get: asMethod((model) => compiledOf(model).kind) },
    '~standard': { get: asMethod((model) => compiledOf(model).standard) },
    parse: {
      value: asMethod((model, input) => instanceOf(model, compiledOf(model).fromWire().convert(input))),
    },
    safeParse: { value: asMethod((model, input) => compiledOf(model).fromWire().convert(input)) },
    jsonSchema: {
      value: asMethod((model, direction: Direction = 'input') =>
        describeAlone(compiledOf(model).kind, direction),
      ),
    },
  })
}

const DETACHED =
  'a method of a model was called without the model; write a function that calls it: (input) => A.parse(input)'

/** Untyped code may give nothing, or a model to extend. */
function requireFields(given: unknown): void {
  if (isObject(given)) return
  const form = isKindLike(given) ? `{ ...${given.name}.fields }` : '{ name: string() }'
  throw new TypeError(`a model is declared with its fields: Model(${form})`)
}

type ModelSelf = ModelShape['model']

/** What a model's class compiles to at its first use: by then it has its name and its members. */
interface CompiledModel {
  readonly kind: Kind
  readonly fromWire: () => Converter<unknown>
  /** Like `fromWire`, for values from typed code: it finds fields under their own names. */
  readonly fromCode: () => Converter<unknown>
  readonly standard: StandardSchema
}

function compileModel(model: ModelSelf, shape: Omit<ModelShape, 'model'>): CompiledModel {
  const clashes = shape.fields.filter(({ name }) => hasMember(model.prototype, name))
  const mistakes = clashes.map(
    ({ name }) => `${name}: the class has a member of this name; rename one of them`,
  )
  if (mistakes.length > 0) throw new DeclarationError(model.name, mistakes)
  const kind = modelKind({ model, ...shape })
  const fromWire = once(() => createConverter(kind))
  return {
    kind,
    fromWire,
    fromCode: once(() => createConverter(kind, { byName: true })),
    standard: standardSchema({
      kind,
      safeParse: (value) => fromWire().convert(value),
      jsonSchema: (direction) => describeAlone(kind, direction),
    }),
  }
}

/** Everything else reads the name from the class. */
function rename(model: ModelSelf, name: string | undefined): void {
  if (name !== undefined) Object.defineProperty(model, 'name', { value: name, configurable: true })
}

function asMethod<Rest extends unknown[], Out>(
  run: (model: ModelSelf, ...rest: Rest) => Out,
): (this: ModelSelf, ...rest: Rest) => Out {
  return function (...rest) {
    return run(this, ...rest)
  }
}

function describeAlone(kind: Kind, direction: Direction): JsonSchema {
  return schemaDocument((description) => kind.describe(description), direction)
}

function instanceOf(model: { readonly name: string }, result: Result<unknown>): object {
  if (!result.ok) throw new ValidationError(model.name, result.issues)
  return Object(result.value)
}

function mistakesOfKinds(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, declared]) => {
    const kind = isKindLike(declared) ? kindOf(declared) : undefined
    const mistakes =
      kind === undefined ? [noKind(declared)] : [...mistakesOf(kind), ...misplacedOptions(kind)]
    return mistakes.map((mistake) => `${name}: ${mistake}`)
  })
}

function mistakesOfWireNames(fields: readonly Field[]): string[] {
  return repeatedOf(fields.map(({ wireName }) => wireName)).map((wireName) => {
    const names = fields.filter((field) => field.wireName === wireName).map(({ name }) => name)
    return `the fields ${names.join(' and ')} are all called ${wireName} on the wire; give each its own alias`
  })
}

/** Checks the options that untyped code gives: a misspelt option would be a rule that silently does not hold. */
function mistakesOfOptions(options: ModelShapeOptions): string[] {
  if (!isObject(options) || Array.isArray(options))
    return [`${shownGiven(options)} stands in place of the options; write { … }`]
  const { extra = 'ignore', check = [] } = options
  return [
    ...unknownOptions('a model', options, Object.keys(OPTIONS)),
    ...mistakesOfOptionTypes(options),
    ...(EXTRAS.includes(extra) ? [] : [`extra is ${shownGiven(extra)}; write one of ${EXTRAS.join(', ')}`]),
    ...(Array.isArray(check)
      ? check.flatMap(mistakesOfStep).map((mistake) => `check: ${mistake}`)
      : ['check is not a list; write check: [after(…)]']),
  ]
}

const OPTIONS = {
  extra: true,
  populateByName: true,
  strict: true,
  name: true,
  title: true,
  description: true,
  check: true,
} satisfies Record<keyof ModelShapeOptions, true>

const EXTRAS: readonly Extra[] = ['ignore', 'forbid', 'allow']
