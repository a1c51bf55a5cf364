import type { KindLike } from '@postern/model'
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

/** Compiles what pydantic notes as `model_fields_set`, of a model's own fields. */
export function compileFieldsSet(model: KindLike): FieldsSet {
  const fields = fieldsOf(model)
  const collect = (isSent: (wireName: string) => boolean) => {
    const names = new Set<string>()
    for (const { name, wireName } of fields) if (isSent(wireName)) names.add(name)
    return names
  }
  return {
    inData: (data) =>
      collect((wireName) => typeof data === 'object' && data !== null && Object.hasOwn(data, wireName)),
    inForm: (form) => collect((wireName) => form.all(wireName).length > 0),
  }
}
