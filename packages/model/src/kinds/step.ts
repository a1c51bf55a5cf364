import type { IssueContext } from '../issues/issue.ts'

/** A validator's refusal, made by {@link reject}. */
export class Rejection {
  readonly message: string
  readonly type: string | undefined
  readonly context: IssueContext | undefined

  constructor(message: string, type?: string, context?: IssueContext) {
    this.message = message
    this.type = type
    this.context = context
  }
}

/** A refusal for what a field of a model holds, made by {@link rejectAt}. */
export class FieldRejection extends Rejection {
  readonly field: string

  constructor(field: string, { message, type, context }: Rejection) {
    super(message, type, context)
    this.field = field
  }
}

/** A validator that runs before the kind's conversion, made by {@link before}. */
export interface Before {
  readonly when: 'before'
  readonly prepare: (input: unknown) => unknown
}

/** A validator that runs after the kind's conversion, made by {@link after}. */
export interface After<Value> {
  readonly when: 'after'
  readonly run: (value: Value) => Value | Rejection
}

/** A validator of one's own; it may run more than once for one input, so it should have no effect elsewhere. */
export type Step<Value> = Before | After<Value>

/**
 * Refuses a value from a validator: an issue of type `value_error` with `Value error, ` before the message,
 * or of a type of one's own with the message as it is (spec §7, custom validator).
 */
export function reject(message: string, type?: string, context?: IssueContext): Rejection {
  return new Rejection(message, type, context)
}

/**
 * Refuses a model from its `check` for what one of its fields holds: the issue has the field's place and input, as that of a pydantic
 * validator which looks at the fields before it (`info.data`). A name that is none of the model's fields is a TypeError, and so is
 * another rejection than that of {@link reject}: what is wrong within a field's own model is for the check of that one.
 */
export function rejectAt(field: string, rejection: Rejection): Rejection {
  if (!(rejection instanceof Rejection) || rejection instanceof FieldRejection)
    throw new TypeError(
      `rejectAt takes one field and what is said of it; write rejectAt('${field}', reject('…'))`,
    )
  return new FieldRejection(field, rejection)
}

/** A validator that sees the input before it is converted; it answers what is to be converted, or `reject(…)`. */
export function before(prepare: (input: unknown) => unknown): Before {
  return { when: 'before', prepare }
}

/** A validator that sees the converted value; it answers the value to keep, or `reject(…)`. A thrown error stays an error. */
export function after<Value>(run: (value: Value) => Value | Rejection): After<Value> {
  return { when: 'after', run }
}
