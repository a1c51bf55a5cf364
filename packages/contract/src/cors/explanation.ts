import { describeNearMiss, type NearMiss } from './near-miss.ts'

/** One step of the Fetch standard and its outcome for this request. */
export interface ExplanationStep {
  /** Whether the request gets past this step. */
  readonly passed: boolean
  /** The algorithm and its step, in the standard's words. */
  readonly rule: string
  /** The outcome, in words. */
  readonly text: string
}

export function passed(rule: string, text: string): ExplanationStep {
  return { passed: true, rule, text }
}

export function failed(rule: string, text: string): ExplanationStep {
  return { passed: false, rule, text }
}

/** Whether a browser lets a page read a response, and why. */
export interface Explanation {
  /** Whether the page can read the response. */
  readonly readable: boolean
  /** Whether the browser sends a preflight first. */
  readonly preflighted: boolean
  /** Whether the request itself is sent: it can have its effect even if the response must not be read. */
  readonly sent: boolean
  /** The steps of the standard that decide it, in their order. */
  readonly steps: readonly ExplanationStep[]
  /** Response headers that the page can read beyond the safelisted ones; `*` for all of them. */
  readonly exposed: readonly string[]
  /** What is nearest to the refused origin. Undefined if the origin is allowed, or could never be. */
  readonly nearMiss: NearMiss | undefined
}

/** Returns the explanation as lines of text: the verdict, every step, and what to change. */
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
  if (readable) return 'The page can read the response.'
  if (!sent) return 'The page cannot make this request: the browser does not send it.'
  return 'The page cannot read the response; the request is still sent and takes effect.'
}
