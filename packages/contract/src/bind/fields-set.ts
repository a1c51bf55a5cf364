import { type Field, type KindLike, kindOf } from '@postern/model'
import { fieldsOf } from '../route/fields.ts'
import type { NamedValues } from './named-values.ts'

/** Tells which fields of a model were sent, by their names in typed code; never throws. */
export interface FieldsSet {
  /** In JSON data; none where it is no object. */
  readonly inData: (data: unknown) => ReadonlySet<string>
  readonly inForm: (form: NamedValues) => ReadonlySet<string>
}

/** A body's value, with the fields that were sent of it. */
export class NotedBody {
  readonly value: unknown
  readonly fieldsSet: ReadonlySet<string>

  constructor(value: unknown, fieldsSet: ReadonlySet<string>) {
    this.value = value
    this.fieldsSet = fieldsSet
  }
}

/** Compiles what pydantic notes as `model_fields_set`, of the fields that the model declares. */
export function compileFieldsSet(model: KindLike): FieldsSet {
  const fields = fieldsOf(model)
  const isReadByName = kindOf(model).isReadByName === true
  const collect = (isSent: (field: Field) => boolean) =>
    new Set(fields.filter(isSent).map(({ name }) => name))
  return {
    inData: (data) =>
      collect(({ name, wireName }) => isIn(data, wireName) || (isReadByName && isIn(data, name))),
    inForm: (form) =>
      collect((field) => {
        const has = (name: string) => form.all(name).length > 0
        return has(field.wireName) || (isReadByName && has(field.name) && !isFilled(field))
      }),
  }
}

function isIn(data: unknown, name: string): boolean {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, name)
}

/** Whether a form's field that is not given gets a default under its name on the wire, as in FastAPI: that goes before what is
 *  given under its own name. */
function isFilled(field: Field): boolean {
  return !field.required && (field.default() ?? null) !== null
}
