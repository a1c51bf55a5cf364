import type { ProblemCode } from '@postern/contract/cors'

/** One variable that cannot be used: what stands there, why not, and what to write. */
export interface SettingProblem {
  readonly variable: string
  /** Under which docs/cross-origin.md explains a mistake of the policy. */
  readonly code?: ProblemCode
  readonly value: unknown
  readonly reason: string
  readonly correction: string
}

/** The environment cannot be used; lists every mistake at once, each with what to write instead. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly SettingProblem[]

  constructor(problems: readonly SettingProblem[]) {
    super(['The settings cannot be used:', ...problems.map(problemLine)].join('\n- '))
    this.problems = Object.freeze([...problems])
  }
}

function problemLine({ variable, code, value, reason, correction }: SettingProblem): string {
  const text = JSON.stringify(value)
  const shown = text.length > 100 ? `${text.slice(0, 99)}…` : text
  if (code === undefined) return `${variable}: ${shown} ${reason}. Write ${correction}`
  // A correction of the policy may be a sentence.
  return `${variable} (${code}): ${shown} ${reason}. Instead: ${correction}`
}
