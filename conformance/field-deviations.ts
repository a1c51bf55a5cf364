import { isSameValue } from './comparison.ts'
import {
  type FieldCase,
  hasTag,
  type RecordedIssue,
  type RecordedResult,
  readRecorded,
} from './field-case.ts'
import { reportsUnsafeInteger } from './unsafe-integer.ts'

/** This library's result for an input. */
export type FieldAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly RecordedIssue[] }

/** A case and its result. */
export interface Judged {
  readonly recorded: FieldCase
  readonly answer: FieldAnswer
  /** Returns the result of the same declaration for another input. */
  readonly answerTo: (input_json: string) => FieldAnswer
}

/** A rule by which this project differs from the reference on purpose (README sections 4 and 5). */
export interface FieldDeviation {
  readonly reason: string
  readonly holdsFor: (recorded: FieldCase) => boolean
  /** Whether the result is correct under this rule. */
  readonly allows: (judged: Judged) => boolean
}

/** Whether a result is the recorded one. */
export function isRecorded(result: RecordedResult, answer: FieldAnswer): boolean {
  if (result.errors !== undefined) return !answer.ok && isSameValue(result.errors, answer.issues)
  if (!('ok' in result)) return false
  return (
    answer.ok &&
    isSameValue(result.ok_json === undefined ? result.ok : readRecorded(result.ok_json), answer.value)
  )
}

/** Every deviation of fields; the first that applies to a case judges it. */
export const fieldDeviations: readonly FieldDeviation[] = [
  {
    reason: 'a lone surrogate is refused wherever a text is taken',
    holdsFor: (recorded) => hasTag(recorded, 'lone_surrogate'),
    allows: (judged) => isRefusedFor(judged, ({ type }) => type === 'string_unicode'),
  },
  {
    reason: 'where the reference fails without an answer, any is right',
    holdsFor: ({ oracle_status, result }) => oracle_status === 500 && !('errors' in result),
    allows: () => true,
  },
  {
    reason: 'an integer beyond ±(2^53−1) is refused, never rounded',
    holdsFor: (recorded) => recorded.unsafe_in_js === true || hasTag(recorded, 'big_int_input'),
    allows: (judged) => isRefusedFor(judged, reportsUnsafeInteger),
  },
  {
    reason: 'a number with a fraction or exponent whose value is whole is the integer',
    holdsFor: ({ input_json = '' }) => wholeNumbersAsIntegers(input_json) !== input_json,
    allows: ({ recorded: { input_json = '' }, answer, answerTo }) =>
      isSameValue(answer, answerTo(wholeNumbersAsIntegers(input_json))),
  },
  {
    reason: 'the default of a parameter is not validated, as that of a field is not',
    holdsFor: (recorded) => recorded.source === 'string' && recorded.absent === true && 'default' in recorded,
    allows: ({ recorded, answer }) => answer.ok && isSameValue(recorded.default, answer.value),
  },
  {
    reason: 'an object gives its integer-like names first and ascending, as JavaScript does',
    holdsFor: ({ input_json = '' }) => /"\d+":/.test(input_json),
    allows: ({ recorded: { result }, answer }) =>
      !answer.ok && isSameValue(inOrder(result.errors ?? []), inOrder(answer.issues)),
  },
  {
    reason: 'an integer beyond ±(2^53−1) in a text is refused beside what else is wrong',
    holdsFor: ({ input_json = '', result }) => 'errors' in result && /\d{16}/.test(input_json),
    allows: ({ recorded, answer }) =>
      !answer.ok &&
      isRecorded(recorded.result, {
        ok: false,
        issues: answer.issues.filter((issue) => !reportsUnsafeInteger(issue)),
      }),
  },
]

/** Input that the reference accepts must be refused for this reason; input that it refuses too may have other issues. */
function isRefusedFor({ recorded, answer }: Judged, isReason: (issue: RecordedIssue) => boolean): boolean {
  return !answer.ok && ('errors' in recorded.result || answer.issues.some(isReason))
}

function wholeNumbersAsIntegers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) => {
    const value = Number(token)
    return token.startsWith('"') || !Number.isInteger(value) ? token : String(BigInt(value))
  })
}

function inOrder(issues: readonly RecordedIssue[]): RecordedIssue[] {
  return issues.toSorted((a, b) => (JSON.stringify(a.loc) < JSON.stringify(b.loc) ? -1 : 1))
}
