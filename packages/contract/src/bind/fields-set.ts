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
  const collect = (isSent: (name: string) => boolean, isNamed: (field: Field) => boolean) => {
    const names = new Set<string>()
    for (const field of fields)
      if (isSent(field.wireName) || (isReadByName && isNamed(field) && isSent(field.name)))
        names.add(field.name)
    return names
  }
  return {
    inData: (data) =>
      collect(
        (name) => typeof data === 'object' && data !== null && Object.hasOwn(data, name),
        () => true,
      ),
    // The default that FastAPI gives a form's field under its name on the wire goes before what its own name has.
    inForm: (form) =>
      collect(
        (name) => form.all(name).length > 0,
        (field) => field.required || field.default() === null,
      ),
  }
}
