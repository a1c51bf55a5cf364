import { HIDDEN, withoutEcho } from '@postern/model'
import type { ErrorInput, ToldIssue } from '../error-dialect.ts'

/** Shows of the issues of one answer what `errorInput` lets be seen of the values that they are about. */
export function compileShowing(
  errorInput: ErrorInput,
): (issues: readonly ToldIssue[]) => readonly ToldIssue[] {
  if (errorInput === 'full') return (issues) => boundInputs(fittingIssues(issues))
  return (issues) =>
    fittingIssues(issues).map((issue) => {
      const { input: _, ...rest } = withoutEcho(issue)
      return errorInput === 'none' ? rest : { ...rest, input: HIDDEN }
    })
}

/** What the inputs of one answer's issues may have together, in characters; issues beyond it show none. */
const MOST_SHOWN = 2 ** 24

/** What else the issues of one answer may have together, in characters; those beyond it are left out. */
const MOST_TOLD = 2 ** 26

/** So few issues cannot show more of a body of the usual limit, 1 MiB, than {@link MOST_SHOWN}. */
const FEW = 16

/** The issues that an answer should hold: the key of a record, or the values that a literal lists, may be long and stand in each. */
function fittingIssues(issues: readonly ToldIssue[]): readonly ToldIssue[] {
  if (issues.length <= FEW) return issues
  let left = MOST_TOLD
  const end = issues.findIndex(({ loc, msg, ctx }) => {
    left -= lengthUpTo(left, loc) + msg.length + (ctx === undefined ? 0 : lengthUpTo(left, ctx))
    return left < 0
  })
  return end === -1 ? issues : issues.slice(0, end)
}

/**
 * The issues with no more of their inputs than an answer should hold: where models hold each other, one that lacks a field on
 * each level shows all that is below it each time, some 200 times its body.
 */
function boundInputs(issues: readonly ToldIssue[]): readonly ToldIssue[] {
  if (issues.length <= FEW) return issues
  let left = MOST_SHOWN
  return issues.map((issue) => {
    if (left >= 0) left -= lengthUpTo(left, issue.input)
    return left < 0 ? { ...issue, input: HIDDEN } : issue
  })
}

/** About as many characters as a value has as JSON; more than `most` where it has more. */
function lengthUpTo(most: number, value: unknown): number {
  let length = 0
  const open = [value]
  while (open.length > 0 && length <= most) {
    const at = open.pop()
    length += scalarLength(at)
    if (Array.isArray(at)) for (const item of at) open.push(item)
    else if (typeof at === 'object' && at !== null) {
      for (const [name, member] of membersOf(at)) {
        length += name.length + 3
        open.push(member)
      }
    }
  }
  return length
}

/** No number has more digits than 24; those of an integer that is none of JavaScript's are told by its bits, which costs little. */
function scalarLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value === 'bigint') return 1.21 * value.toString(16).length
  return typeof value === 'number' && !Number.isSafeInteger(value) ? 24 : 2
}

/** What a validator made of an input may have getters that throw. */
function membersOf(value: object): readonly (readonly [string, unknown])[] {
  try {
    return Object.entries(value)
  } catch {
    return []
  }
}
