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

/** How directly a value fitted: as it was, by a conversion allowed in strict mode, or by a lax one (pydantic's smart union). */
export const Exactness = { lax: 0, strict: 1, exact: 2 } as const

/** How a reply is converted: a handler speaks of names. */
export const REPLY: CodeOptions = { byName: true, isReply: true }

/** As many as a mebibyte of JSON can have. Of more no text could be made: engines have none so long. */
const MOST_ISSUES = 2 ** 19

/** In issues and the parts of their places, which a deep body makes long: more than a mebibyte of any other has. */
const MOST_WEIGHT = 2 ** 22

const NO_CHECK = 'rejectAt names a field of a model, and is for its check; answer reject(…) here'

/** The state of one conversion: where it is, what it found, and how exact it still is. */
export class Conversion {
  issues: Issue[] = []
  /** How many of the issues come of the limits of numbers alone. */
  unsafe = 0
  #weight = 0
  /** How many of the issues are in the weight. */
  #weighed = 0
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
  /** How many of them were open at once, at most, since a union began to try its members. */
  deepest = 0
  /** What unions tried; undefined before the first. */
  attempts: UnionAttempts | undefined = undefined
  /** What was shown of inputs that hold secrets; undefined before the first. */
  #shown: Shown | undefined = undefined
  /** Whether the value is a secret, or part of one. */
  isSecret = false
  /** Whether fields with an alias are also found under their own name: typed code and replies speak of names. */
  readonly byName: boolean
  /** Whether the value is a handler's, on its way out. */
  readonly isReply: boolean
  /** Whether the value is the JSON data of a reply: texts stand for what JSON has no values of, however strict a kind is. */
  readonly isWritten: boolean
  /** Whether it is the data of a reply whose fields that are null were left out. */
  readonly lacksNulls: boolean
  /** Whether the fields that a handler did not give are left out of its reply. */
  readonly notesUnset: boolean
  /** Whether the value is what a client is about to send. */
  readonly isSent: boolean
  /** Whether the value is one that a conversion made. */
  readonly isMade: boolean
  /** Whether validators run, where the conversion is. */
  runsSteps: boolean
  /** Whether they do, save for the fields of an instance in a reply: they saw these when it was built. */
  readonly runsStepsByDefault: boolean

  constructor(at: readonly LocationPart[] = [], options: CodeOptions = {}) {
    // Most start at no place, and copying an empty list is slow.
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

  /** Makes it ready for another value at the same place; answers the issues so far. */
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

  /** How a place is told that the input names, and no declaration: a key that is part of a secret is not shown. */
  showPlace(place: LocationPart): LocationPart {
    return this.isSecret ? HIDDEN : place
  }

  /** What `kind` makes of `input`, which is found at `part` of the value at hand. */
  convertPart<Out>(kind: Kind<Out>, input: unknown, part: LocationPart): Out | Invalid {
    this.loc.push(part)
    const value = kind.convert(input, this)
    this.loc.pop()
    return value
  }

  /** What `kind`, one of several that may be meant, makes of the value at hand; places tell which one by `label`. */
  convertMember<Out>(kind: Kind<Out>, input: unknown, label: LocationPart): Out | Invalid {
    return this.convertPart(kind, input, label)
  }

  /** Notes that `kind` refuses `input`, and why; answers {@link INVALID}. */
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

  /** Notes that `kind` refuses `input`, an integer, only because no number holds it. */
  refuseUnsafe(kind: Masking, type: IssueType, input: unknown): Invalid {
    this.unsafe++
    return this.refuse(kind, type, input)
  }

  /** Takes the issues back that came after the first `kept`. */
  takeBack(kept: number): void {
    while (this.#weighed > kept) this.#weight -= weightOf(this.issues[--this.#weighed])
    this.issues.length = kept
    this.unsafe = 0
  }

  #masked(kind: Masking, input: unknown): unknown {
    this.#shown ??= new Map()
    return maskInput(kind, input, this.#shown)
  }

  /** Whether so much is wrong that no more of the same is looked for. */
  get isFull(): boolean {
    if (this.issues.length >= MOST_ISSUES) return true
    while (this.#weighed < this.issues.length) this.#weight += weightOf(this.issues[this.#weighed++])
    return this.#weight >= MOST_WEIGHT
  }

  /** Notes that a validator of `kind` refused `input`, with the message and type it gave, and at the field that it named. */
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

  /** Notes that the value is of a type that JSON has not. A handler's own value, which is kept as it is, is of that type already. */
  lowerFromJson(isKept: boolean): void {
    if (!isKept || !this.isReply) this.lower(Exactness.lax)
  }

  /** Notes that the value was taken by a conversion no better than `exactness`. */
  lower(exactness: number): void {
    if (exactness < this.exactness) this.exactness = exactness
  }
}

function weightOf(issue: Issue | undefined): number {
  return issue === undefined ? 0 : 1 + issue.loc.length
}
