import type { CodeOptions } from '../compile/code.ts'
import { createIssue, type IssueType } from '../issues/catalog.ts'
import type { Issue, IssueContext, LocationPart } from '../issues/issue.ts'
import { INVALID, type Invalid } from '../issues/result.ts'
import { type Masking, maskInput } from './mask.ts'
import type { Rejection } from './step.ts'

/** How directly a value fitted: as it was, by a conversion allowed in strict mode, or by a lax one (pydantic's smart union). */
export const Exactness = { lax: 0, strict: 1, exact: 2 } as const

/** How a reply is converted: a handler speaks of names. */
export const REPLY: CodeOptions = { byName: true, isReply: true }

/** The state of one conversion: where it is, what it found, and how exact it still is. */
export class Conversion {
  readonly issues: Issue[] = []
  /** The location of the value at hand; composite kinds push before and pop after each part. */
  readonly loc: LocationPart[]
  /** Whether kinds without an option of their own refuse lax conversions, where the conversion is. */
  strict: boolean
  /** Whether they do in models that do not say, and outside models. */
  readonly strictByDefault: boolean
  exactness: number = Exactness.exact
  /** How many fields were given, in all models met (decides between union members); undefined before the first. */
  fieldsSet: number | undefined = undefined
  /** How many models that refer to themselves are open. */
  depth = 0
  /** Whether fields with an alias are also found under their own name: typed code and replies speak of names. */
  readonly byName: boolean
  /** Whether the value is a handler's, on its way out. */
  readonly isReply: boolean

  constructor(at: readonly LocationPart[] = [], options: CodeOptions = {}) {
    this.loc = at.slice()
    this.byName = options.byName === true
    this.isReply = options.isReply === true
    this.strictByDefault = options.strict === true
    this.strict = this.strictByDefault
  }

  /** Notes that `kind` refuses `input`, here or at `part` below; answers {@link INVALID}. */
  refuse(
    kind: Masking,
    type: IssueType,
    about: { readonly input: unknown; readonly context?: IssueContext; readonly part?: LocationPart },
  ): Invalid {
    const loc = this.loc.slice()
    if (about.part !== undefined) loc.push(about.part)
    const shown = kind.mask === undefined ? about : { ...about, input: kind.mask(about.input) }
    this.issues.push(createIssue(type, loc, shown))
    return INVALID
  }

  /** Notes that a validator of `kind` refused `input`, with the message and type it gave. */
  reject(kind: Masking, rejection: Rejection, input: unknown): Invalid {
    const { message, type, context } = rejection
    if (type === undefined) {
      const error = createIssue('value_error', [...this.loc], {
        input: maskInput(kind, input),
        context: { message },
      })
      this.issues.push({ ...error, ctx: { error: {} } })
    } else {
      const issue = { type, loc: [...this.loc], msg: message, input: maskInput(kind, input) }
      this.issues.push(context === undefined ? issue : { ...issue, ctx: context })
    }
    return INVALID
  }

  /** Notes that a model took `count` fields from its input. */
  addFieldsSet(count: number): void {
    this.fieldsSet = (this.fieldsSet ?? 0) + count
  }

  /** Notes that the value was taken by a conversion no better than `exactness`. */
  lower(exactness: number): void {
    if (exactness < this.exactness) this.exactness = exactness
  }
}
