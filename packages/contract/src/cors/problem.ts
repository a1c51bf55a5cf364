/** The stable name of a configuration mistake. Programs may match on it; the text beside it may change. */
export type ProblemCode =
  | 'option_type'
  | 'option_unknown'
  | 'wildcard_with_credentials'
  | 'origins_and_regex'
  | 'origin_not_canonical'
  | 'origin_invalid'
  | 'origin_null'
  | 'origin_scheme'
  | 'origin_pattern'
  | 'origin_underscore'
  | 'insecure_origin_with_credentials'
  | 'regex_invalid'
  | 'regex_unsupported'
  | 'regex_unsafe'
  | 'regex_matches_nothing'
  | 'regex_unescaped_dot'
  | 'regex_matches_everything_with_credentials'
  | 'regex_public_suffix_with_credentials'
  | 'method_invalid'
  | 'method_forbidden'
  | 'method_case'
  | 'options_not_allowed'
  | 'simple_method_not_listed'
  | 'header_invalid'
  | 'header_forbidden'
  | 'expose_wildcard_with_credentials'
  | 'expose_forbidden'
  | 'max_age_invalid'
  | 'max_age_capped'
  | 'cors_off'
  | 'duplicate'
  | 'wildcard_with_others'
  | 'allowed_origins_empty'
  | 'allow_credentials_unrecognised'
  | 'strict_unrecognised'
  | 'default_origin_deployed'
  | 'environment_unrecognised'
  | 'variable_unknown'

/** One configuration mistake: the option or variable, its value, why it is wrong, and what to write instead. */
export interface Problem {
  /** The kind of mistake, for programs. */
  readonly code: ProblemCode
  /** The name of the option or variable; of several, joined by `and`. */
  readonly option: string
  /** What was given. */
  readonly value: unknown
  /** Why it is wrong. */
  readonly reason: string
  /** What to write instead. */
  readonly correction: string
}

/** What a review of the options found: errors stop the start, warnings are dangerous or unusual, notes inform. */
export interface Findings {
  /** Why the policy cannot be used. */
  readonly errors: readonly Problem[]
  /** What is dangerous or unusual. */
  readonly warnings: readonly Problem[]
  /** What is worth knowing, such as an entry given twice. */
  readonly notes: readonly Problem[]
}

/** Thrown if the policy cannot be built. Lists every problem at once, each with the value to write instead. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  /** Everything that is wrong. */
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(['The cross-origin policy cannot be used:', ...problems.map(problemLine)].join('\n- '))
    this.problems = Object.freeze([...problems])
  }
}

/** Returns one problem as one line of text: option, code, value (at most 100 characters), reason, correction. */
export function problemLine(problem: Problem): string {
  const { option, code, value, reason, correction } = problem
  return `${option} (${code}): ${shown(value)} ${reason}. Instead: ${correction}`
}

function shown(value: unknown): string {
  const text = (typeof value === 'object' ? JSON.stringify(value) : undefined) ?? String(value)
  const quoted = typeof value === 'string' ? JSON.stringify(text) : text
  return quoted.length > 100 ? `${quoted.slice(0, 99)}…` : quoted
}
