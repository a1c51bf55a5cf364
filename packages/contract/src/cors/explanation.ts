import { describeNearMiss, type NearMiss } from './near-miss.ts'

/** One step of the Fetch standard as it went for this request. */
export interface ExplanationStep {
  readonly passed: boolean
  /** The algorithm and its step, in the standard's words. */
  readonly rule: string
  readonly text: string
}

/** A step that a request passes. */
export function passed(rule: string, text: string): ExplanationStep {
  return { passed: true, rule, text }
}

/** A step that a request fails. */
export function failed(rule: string, text: string): ExplanationStep {
  return { passed: false, rule, text }
}

/** Whether a browser lets a page read an answer, and how it came to that. */
export interface Explanation {
  readonly readable: boolean
  /** Whether the browser asks first. */
  readonly preflighted: boolean
  /** Whether the request itself is sent: an answer nobody may read can still have had its effect. */
  readonly sent: boolean
  readonly steps: readonly ExplanationStep[]
  /** Response headers the page reads beyond the safelisted ones; `*` for all of them. */
  readonly exposed: readonly string[]
  readonly nearMiss: NearMiss | undefined
}

/** The explanation as lines of text: the verdict, every step, and what to change. */
export function describeExplanation(explanation: Explanation): readonly string[] {
  const { readable, sent, steps, exposed, nearMiss } = explanation
  return [
    verdict(readable, sent),
    ...steps.map(
      ({ passed, rule, text }, index) => `${index + 1}. ${passed ? 'ok  ' : 'FAIL'} ${rule}: ${text}`,
    ),
    ...(readable && exposed.length > 0
      ? [`readable beyond the safelisted headers: ${exposed.join(', ')}`]
      : []),
    ...(nearMiss === undefined ? [] : [describeNearMiss(nearMiss)]),
  ]
}

function verdict(readable: boolean, sent: boolean): string {
  if (readable) return 'The page can read the answer.'
  if (!sent) return 'The page cannot make this request: the browser does not send it.'
  return 'The page cannot read the answer; the request is sent all the same and has its effect.'
}
