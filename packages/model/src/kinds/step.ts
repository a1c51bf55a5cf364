import type { IssueContext } from '../issues/issue.ts'

/** The refusal of a validator, made by {@link reject}. */
export class Rejection {
  /** For the type system only: what merely has the fields of a rejection is none. */
  declare protected readonly 'made by reject': true
  /** The reason, in words. */
  readonly message: string
  /** The type of the issue. Undefined: `value_error`. */
  readonly type: string | undefined
  /** What the issue has as `ctx`. Undefined: nothing of its own. */
  readonly context: IssueContext | undefined

  constructor(message: string, type?: string, context?: IssueContext) {
    this.message = message
    this.type = type
    this.context = context
  }
}

/** A refusal that concerns one field of a model, made by {@link rejectAt}. */
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

/** A validator of your own. It may run more than once for one input, so it should have no side effects. */
export type Step<Value> = Before | After<Value>

/**
 * Refuses a value in a validator. The issue has type `value_error` and `Value error, ` before the message; if you give
 * a type of your own, it has that type and the message as it is (spec §7, custom validator).
 */
export function reject(message: string, type?: string, context?: IssueContext): Rejection {
  return new Rejection(message, type, context)
}

/**
 * Refuses a model in its `check` because of one field. The issue has the field's location and input, like that of a
 * pydantic validator that looks at the fields before it (`info.data`). Throws a TypeError for a name that is not a
 * field of the model, and for a rejection that {@link reject} did not make: what is wrong inside a field's own model
 * belongs in the check of that model.
 */
export function rejectAt(field: string, rejection: Rejection): Rejection {
  if (!(rejection instanceof Rejection) || rejection instanceof FieldRejection)
    throw new TypeError(`rejectAt takes one field and a rejection; write rejectAt('${field}', reject('…'))`)
  return new FieldRejection(field, rejection)
}

/** A validator that receives the input before it is converted. It returns what is to be converted, or `reject(…)`. */
export function before(prepare: (input: unknown) => unknown): Before {
  return { when: 'before', prepare }
}

/**
 * A validator that receives the converted value. It returns the value to keep, or `reject(…)`. A thrown error stays an
 * error.
 */
export function after<Value>(run: (value: Value) => Value | Rejection): After<Value> {
  return { when: 'after', run }
}
