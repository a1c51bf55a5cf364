import { type ProblemCode, problemLine } from '@postern/contract/cors'

/** A variable that cannot be used: its value, why not, and what to write. */
export interface SettingProblem {
  readonly variable: string
  /** The code under which docs/cross-origin.md explains a mistake in the policy. */
  readonly code?: ProblemCode
  readonly value: unknown
  readonly reason: string
  readonly correction: string
}

/** The environment cannot be used. Lists all mistakes at once, each with a correction. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly SettingProblem[]

  constructor(problems: readonly SettingProblem[]) {
    super(['The settings cannot be used:', ...problems.map(settingLine)].join('\n- '))
    this.problems = Object.freeze([...problems])
  }
}

/** A mistake in the policy keeps the policy's wording: its correction may be a sentence. */
function settingLine({ variable, code, value, reason, correction }: SettingProblem): string {
  if (code !== undefined) return problemLine({ option: variable, code, value, reason, correction })
  const text = JSON.stringify(value)
  return `${variable}: ${text.length > 100 ? `${text.slice(0, 99)}…` : text} ${reason}. Write ${correction}`
}
