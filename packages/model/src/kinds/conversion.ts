import { type CodeOptions, notesUnset, runsSteps } from '../compile/code.ts'
import { type Breach, createBreach, type IssueType } from '../issues/catalog.ts'
import { HIDDEN, withoutEcho } from '../issues/echo.ts'
import type { Issue, LocationPart } from '../issues/issue.ts'
import { INVALID, type Invalid } from '../issues/result.ts'
import type { Kind, Shown } from './kind.ts'
import { type Masking, maskInput } from './mask.ts'
import { PlacedRejection } from './placed-rejection.ts'
import { FieldRejection, type Rejection } from './step.ts'
import type { UnionAttempts } from './union/union-attempts.ts'

/**
 * How directly a value fitted: as it was, by a conversion that strict mode allows, or by a lax one (pydantic's smart
 * union).
 */
export const Exactness = { lax: 0, strict: 1, exact: 2 } as const

/** Options for converting a reply: handlers use the fields' own names. */
export const REPLY: CodeOptions = { byName: true, isReply: true }

/**
 * As many issues as a mebibyte of JSON can have. The text of more would exceed the longest string that engines allow.
 */
const MOST_ISSUES = 2 ** 19

/**
 * A limit on issues plus the parts of their locations, which a deep body makes long. A mebibyte of any other body has
 * fewer.
 */
const MOST_WEIGHT = 2 ** 22

const NO_CHECK = 'rejectAt names a field of a model and works only in its check; return reject(…) here'

/** The state of one conversion: the current location, the issues found, and how exact the conversion still is. */
export class Conversion {
  issues: Issue[] = []
  /** How many of the issues are only about integers that no number can hold. */
  unsafe = 0
  #weight = 0
  /** How many of the issues are counted in the weight. */
  #weighed = 0
  /** The location of the current value. Composite kinds push before each part and pop after it. */
  readonly loc: LocationPart[]
  /** Whether kinds without an option of their own refuse lax conversions at the current place. */
  strict: boolean
  /** The same in models that do not set `strict`, and outside models. */
  readonly strictByDefault: boolean
  exactness: number = Exactness.exact
  /**
   * How many fields were given in all models met; decides between the members of a union. Undefined before the first
   * model.
   */
  fieldsSet: number | undefined = undefined
  /** How many models that refer to themselves are currently being converted, one in another. */
  depth = 0
  /** The greatest `depth` since a union began to try its members. */
  deepest = 0
  /** What unions tried; undefined before the first. */
  attempts: UnionAttempts | undefined = undefined
  /** What was shown of inputs that contain secrets; undefined before the first. */
  #shown: Shown | undefined = undefined
  /** Whether the current value is a secret or part of one. */
  isSecret = false
  /** Whether a field with an alias is also found under its own name, as in typed code and replies. */
  readonly byName: boolean
  /** Whether the value comes from a handler and is about to be sent. */
  readonly isReply: boolean
  /**
   * Whether the value is the JSON data of a reply. Then even strict kinds accept strings for values that JSON lacks.
   */
  readonly isWritten: boolean
  /** Whether it is the data of a reply whose null fields were left out. */
  readonly lacksNulls: boolean
  /** Whether fields that a handler did not give are left out of its reply. */
  readonly notesUnset: boolean
  /** Whether the value is what a client is about to send. */
  readonly isSent: boolean
  /** Whether the value is the result of a conversion. */
  readonly isMade: boolean
  /** Whether validators run at the current place. */
  runsSteps: boolean
  /** The same, except for the fields of an instance in a reply: their validators ran when it was built. */
  readonly runsStepsByDefault: boolean

  constructor(at: readonly LocationPart[] = [], options: CodeOptions = {}) {
    // Most conversions start at the root, and copying an empty list is slow.
    this.loc = at.length === 0 ? [] : at.slice()
    this.byName = options.byName === true
    this.isReply = options.isReply === true
    this.isWritten = options.written === true
    this.lacksNulls = this.isWritten && options.excludeNone === true
    this.notesUnset = notesUnset(options)
    this.isSent = options.sent === true
    this.isMade = options.made === true
    this.runsStepsByDefault = runsSteps(options)
    this.runsSteps = this.runsStepsByDefault
    this.strictByDefault = options.strict === true
    this.strict = this.strictByDefault
  }

  /** Resets the state for another value at the same place. Returns the issues so far. */
  restart(): readonly Issue[] {
    const { issues } = this
    this.issues = []
    this.unsafe = 0
    this.#weight = 0
    this.#weighed = 0
    this.strict = this.strictByDefault
    this.runsSteps = this.runsStepsByDefault
    this.exactness = Exactness.exact
    this.fieldsSet = undefined
    this.attempts = undefined
    this.#shown = undefined
    return issues
  }

  /**
   * Returns a part of a location that the input names and no declaration does: a key that is part of a secret is
   * hidden.
   */
  showPlace(place: LocationPart): LocationPart {
    return this.isSecret ? HIDDEN : place
  }

  /** Converts `input`, which is at `part` of the current value, through `kind`. */
  convertPart<Out>(kind: Kind<Out>, input: unknown, part: LocationPart): Out | Invalid {
    this.loc.push(part)
    const value = kind.convert(input, this)
    this.loc.pop()
    return value
  }

  /**
   * Converts the current value through `kind`, one of several that may be meant. `label` names the kind in locations.
   */
  convertMember<Out>(kind: Kind<Out>, input: unknown, label: LocationPart): Out | Invalid {
    return this.convertPart(kind, input, label)
  }

  /** Notes that `kind` refuses `input`, and why. Returns {@link INVALID}. */
  refuse(kind: Masking, why: IssueType | Breach, input: unknown): Invalid {
    const { type, message: msg, context } = typeof why === 'string' ? createBreach(why) : why
    const loc = this.loc.slice()
    const shown = this.isSecret ? HIDDEN : kind.mask === undefined ? input : this.#masked(kind, input)
    const issue: Issue =
      context === undefined
        ? { type, loc, msg, input: shown }
        : { type, loc, msg, input: shown, ctx: context }
    this.issues.push(this.isSecret ? withoutEcho(issue) : issue)
    return INVALID
  }

  /** Notes that `kind` refuses `input`, an integer, only because no number can hold it. */
  refuseUnsafe(kind: Masking, type: IssueType, input: unknown): Invalid {
    this.unsafe++
    return this.refuse(kind, type, input)
  }

  /** Removes the issues after the first `kept`. */
  takeBack(kept: number): void {
    while (this.#weighed > kept) this.#weight -= weightOf(this.issues[--this.#weighed])
    this.issues.length = kept
    this.unsafe = 0
  }

  #masked(kind: Masking, input: unknown): unknown {
    this.#shown ??= new Map()
    return maskInput(kind, input, this.#shown)
  }

  /** Whether so much is wrong that no further issues of this kind are looked for. */
  get isFull(): boolean {
    if (this.issues.length >= MOST_ISSUES) return true
    while (this.#weighed < this.issues.length) this.#weight += weightOf(this.issues[this.#weighed++])
    return this.#weight >= MOST_WEIGHT
  }

  /** Notes that a validator of `kind` refused `input`, with the message, type and field that it gave. */
  reject(kind: Masking, rejection: Rejection, input: unknown): Invalid {
    if (rejection instanceof FieldRejection) throw new TypeError(NO_CHECK)
    const { message, type, context } = rejection
    const breach =
      type === undefined
        ? { ...createBreach('value_error', { message }), context: { error: {} } }
        : { type, message, context }
    if (!(rejection instanceof PlacedRejection)) return this.refuse(kind, breach, input)
    const place = rejection.placeIn({ kind, input }, this.byName)
    this.loc.push(place.part)
    this.refuse(place.kind, breach, place.input)
    this.loc.pop()
    return INVALID
  }

  /** Notes that a model took `count` fields from its input. */
  addFieldsSet(count: number): void {
    this.fieldsSet = (this.fieldsSet ?? 0) + count
  }

  /**
   * Notes that the value is of a type that JSON lacks. A handler's own value that is kept as it is has that type
   * already.
   */
  lowerFromJson(isKept: boolean): void {
    if (!isKept || !this.isReply) this.lower(Exactness.lax)
  }

  /** Notes that the value fits no better than `exactness`. */
  lower(exactness: number): void {
    if (exactness < this.exactness) this.exactness = exactness
  }
}

function weightOf(issue: Issue | undefined): number {
  return issue === undefined ? 0 : 1 + issue.loc.length
}
