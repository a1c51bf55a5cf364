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

/** A validator that sees the input before it is converted; it answers what is to be converted, or `reject(…)`. */
export function before(prepare: (input: unknown) => unknown): Before {
  return { when: 'before', prepare }
}

/** A validator that sees the converted value; it answers the value to keep, or `reject(…)`. A thrown error stays an error. */
export function after<Value>(run: (value: Value) => Value | Rejection): After<Value> {
  return { when: 'after', run }
}
