import { type Field, type KindLike, kindOf } from '@postern/model'
import type { Members } from '../route/body.ts'
import { fieldsOf, isModel } from '../route/fields.ts'
import type { NamedValues } from './named-values.ts'

/** Tells which fields of a model were sent, by their names in typed code; never throws. */
export interface SentFieldsReader {
  /** In JSON data, of which `value` was made; none where it is no object. */
  readonly inData: (data: unknown, value: unknown) => SentFields
  readonly inForm: (form: NamedValues) => SentFields
}

/** A body's value, with the fields that were sent of it. */
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

  constructor(names: Iterable<string>, noteAll: (found: FoundModels) => void = () => undefined) {
    super(names)
    this.#noteAll = noteAll
  }

  /** Of a model in the body; none of one that was not made of the object that stands in its place in the data. */
  of(model: object): ReadonlySet<string> {
    // Hardly anybody asks.
    if (this.#found === undefined) {
      this.#found = new Map()
      this.#noteAll(this.#found)
    }
    return this.#found.get(model) ?? new Set()
  }
}

type FoundModels = Map<object, ReadonlySet<string>>

/** Compiles what pydantic notes as `model_fields_set`: of the fields that the body's model declares, and of the models in it. */
export function compileSentFields(body: KindLike | Members): SentFieldsReader {
  const declared = isModel(body) ? declaredIn(body) : NOTHING
  const { fields, isReadByName } = declared
  const isSentIn = (form: NamedValues) => (field: Field) => {
    const has = (name: string) => form.all(name).length > 0
    return has(field.wireName) || (isReadByName && has(field.name) && !isFilled(field))
  }
  return {
    inData: (data, value) =>
      new SentFields(namesIn(data, declared), (found) => noteModels(value, data, found)),
    inForm: (form) => new SentFields(fields.filter(isSentIn(form)).map(({ name }) => name)),
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

/** Notes which fields were sent of each model in a value, beside the data of which that was made. */
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

/** Whether a form's field that is not given gets a default under its name on the wire, as in FastAPI: that goes before what is
 *  given under its own name. */
function isFilled(field: Field): boolean {
  return (field.default() ?? null) !== null
}
