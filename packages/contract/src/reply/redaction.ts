import { HIDDEN, withoutEcho } from '@postern/model'
import type { ErrorInput, ReportedIssue } from '../error-dialect.ts'

/** Compiles how the issues of one response show the values that they are about, according to `errorInput`. */
export function compileShowing(
  errorInput: ErrorInput,
): (issues: readonly ReportedIssue[]) => readonly ReportedIssue[] {
  if (errorInput === 'full') return (issues) => boundInputs(fittingIssues(issues))
  return (issues) =>
    fittingIssues(issues).map((issue) => {
      const { input: _, ...rest } = withoutEcho(issue)
      return errorInput === 'none' ? rest : { ...rest, input: HIDDEN }
    })
}

/** The most characters of inputs in the issues of one response, all together. Issues beyond it show no input. */
const MOST_SHOWN = 2 ** 24

/**
 * The most characters of everything else in the issues of one response, all together. Issues beyond it are left out.
 */
const MOST_REPORTED = 2 ** 26

/** This few issues cannot show more of a body of the usual limit, 1 MiB, than {@link MOST_SHOWN}. */
const FEW = 16

/**
 * Returns the issues that a response should contain: the key of a record, or the values that a literal lists, may be
 * long and repeat in each.
 */
function fittingIssues(issues: readonly ReportedIssue[]): readonly ReportedIssue[] {
  if (issues.length <= FEW) return issues
  let left = MOST_REPORTED
  const end = issues.findIndex(({ loc, msg, ctx }) => {
    left -= lengthUpTo(left, loc) + msg.length + (ctx === undefined ? 0 : lengthUpTo(left, ctx))
    return left < 0
  })
  return end === -1 ? issues : issues.slice(0, end)
}

/**
 * Returns the issues with no more of their inputs than a response should contain. Where models contain each other and
 * one lacks a field on each level, every issue shows everything below it, some 200 times the body.
 */
function boundInputs(issues: readonly ReportedIssue[]): readonly ReportedIssue[] {
  if (issues.length <= FEW) return issues
  let left = MOST_SHOWN
  return issues.map((issue) => {
    if (left >= 0) left -= lengthUpTo(left, issue.input)
    return left < 0 ? { ...issue, input: HIDDEN } : issue
  })
}

/** Returns about how many characters a value has as JSON; if more than `most`, some number above `most`. */
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

/**
 * No number has more than 24 digits. The digits of an integer that JavaScript numbers cannot hold are estimated from
 * its bits, which is cheap.
 */
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
