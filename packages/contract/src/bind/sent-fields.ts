import { type Field, type KindLike, kindOf } from '@postern/model'
import type { Members } from '../route/body.ts'
import { fieldsOf, isKindLike, isModel } from '../route/fields.ts'
import type { NamedValues } from './named-values.ts'

/** Returns which fields of a model were sent, by their names in typed code. Never throws. */
export interface SentFieldsReader {
  /** For JSON data, from which `value` was made; empty if the data is not an object. */
  readonly inData: (data: unknown, value: unknown) => SentFields
  /** For a form, from which `value` was made. */
  readonly inForm: (form: NamedValues, value: unknown) => SentFields
}

/** A body's value, with the fields of it that were sent. */
export class NotedBody {
  readonly value: unknown
  readonly fieldsSet: SentFields

  constructor(value: unknown, fieldsSet: SentFields) {
    this.value = value
    this.fieldsSet = fieldsSet
  }
}

/** The fields that were sent of a body's model, and of the models in it. */
export class SentFields extends Set<string> {
  readonly #noteAll: (found: FoundModels) => void
  #found: FoundModels | undefined

  constructor(names: Iterable<string>, noteAll: (found: FoundModels) => void) {
    super(names)
    this.#noteAll = noteAll
  }

  /** Returns those of a model in the body; none if it was not made from the object in its place in the data. */
  of(model: object): ReadonlySet<string> {
    // Computed on demand, because it is rarely used.
    if (this.#found === undefined) {
      this.#found = new Map()
      this.#noteAll(this.#found)
    }
    return this.#found.get(model) ?? new Set()
  }

  /** Returns the fields of the body, or of a model in it, that were sent. */
  pick(model: object): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.of(model)].map((name) => [name, Reflect.get(model, name)]))
  }
}

type FoundModels = Map<unknown, ReadonlySet<string>>

/**
 * Compiles what pydantic records as `model_fields_set`: for the fields of the body's model, and for the models in it.
 */
export function compileSentFields(body: KindLike | Members): SentFieldsReader {
  const declared = isModel(body) ? declaredIn(body) : NOTHING
  const noteAll = isKindLike(body) ? noteModels : noteMembers(fieldsOf(body))
  const { fields, isReadByName } = declared
  const isSentIn = (form: NamedValues) => (field: Field) => {
    const has = (name: string) => form.all(name).length > 0
    return has(field.wireName) || (isReadByName && has(field.name) && !isFilled(field))
  }
  return {
    inData: (data, value) => new SentFields(namesIn(data, declared), (found) => noteAll(value, data, found)),
    inForm(form, value) {
      const names = new Set(fields.filter(isSentIn(form)).map(({ name }) => name))
      return new SentFields(names, (found) => found.set(value, names))
    },
  }
}

interface Declared {
  readonly fields: readonly Field[]
  readonly isReadByName: boolean
}

const NOTHING: Declared = { fields: [], isReadByName: false }

function declaredIn(model: KindLike): Declared {
  return { fields: fieldsOf(model), isReadByName: kindOf(model).isReadByName === true }
}

function namesIn(data: unknown, { fields, isReadByName }: Declared): string[] {
  return fields
    .filter(({ name, wireName }) => isIn(data, wireName) || (isReadByName && isIn(data, name)))
    .map(({ name }) => name)
}

function isIn(data: unknown, name: string): boolean {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, name)
}

/** Does what {@link noteModels} does for a body of members, which are sent under their wire names. */
function noteMembers(members: readonly Field[]): typeof noteModels {
  return (value, data, found) => {
    for (const { name, wireName } of members)
      noteModels(memberOf(value, name), memberOf(data, wireName), found)
  }
}

/** Notes which fields were sent of each model in a value, by comparing it with the data it was made from. */
function noteModels(value: unknown, data: unknown, found: FoundModels): void {
  if (typeof value !== 'object' || value === null || typeof data !== 'object') return
  const model: unknown = Object.getPrototypeOf(value)?.constructor
  if (!isModel(model)) {
    for (const [name, member] of Object.entries(value)) noteModels(member, memberOf(data, name), found)
    return
  }
  const declared = declaredIn(model)
  found.set(value, new Set(namesIn(data, declared)))
  for (const { name, wireName } of declared.fields) {
    const sentAs = isIn(data, wireName) ? wireName : name
    noteModels(Reflect.get(value, name), memberOf(data, sentAs), found)
  }
}

function memberOf(data: unknown, name: string): unknown {
  return isIn(data, name) ? Reflect.get(Object(data), name) : undefined
}

/**
 * Whether a form's missing field gets a default under its wire name, as in FastAPI: that takes precedence over what is
 * given under its own name.
 */
function isFilled(field: Field): boolean {
  return (field.default() ?? null) !== null
}
