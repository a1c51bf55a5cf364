import type { Policy } from './policy.ts'
import { problemLine } from './problem.ts'

/** Returns the effective policy in words, one line each, then its warnings and notes. A start prints these lines. */
export function describePolicy(policy: Policy): readonly string[] {
  const { methods, headers, exposed, maxAge, warnings, notes } = policy
  return [
    `cross-origin: ${originsText(policy)}, credentials ${policy.credentials ? 'allowed' : 'off'}`,
    `methods: ${policy.anyMethod ? 'all' : methods.join(', ')}`,
    `request headers: ${policy.anyHeader ? 'all' : headers.join(', ')}`,
    `readable response headers: ${exposed.length === 0 ? 'the safelisted ones' : exposed.join(', ')}`,
    `preflights are cached: ${maxAge === 0 ? 'never' : `${maxAge} s`}`,
    ...warnings.map((problem) => `warning: ${problemLine(problem)}`),
    ...notes.map((problem) => `note: ${problemLine(problem)}`),
  ]
}

function originsText({ anyOrigin, origins, originRegex }: Policy): string {
  if (anyOrigin) return 'every origin'
  if (originRegex !== undefined) return `origins that match ${originRegex}`
  return origins.length === 0 ? 'no other origin' : origins.join(', ')
}
