import { POLICY_VARIABLES } from '@postern/contract/cors'
import { defaultOf, type Kind } from '@postern/model'
import { allowedByDefault, exposedByDefault, Variables } from '../settings.ts'

/** Lists the environment variables for a help text: name, default, description. */
export function variableLines(): readonly string[] {
  const fields: Readonly<Record<string, Kind>> = Variables.fields
  const own = Object.entries(fields).map(([name, kind]) => {
    return [name, String(defaultOf(kind) ?? ''), kind.options.description ?? ''] as const
  })
  return [...own, ...policyLines].flatMap(([name, value, meaning]) => [
    `  ${value === '' ? name : `${name}=${value}`}`,
    `      ${meaning}`,
  ])
}

/** Returns the names that match no variable. Unlike the environment, a file contains only lines that are meant to be read. */
export function unknownNames(names: readonly string[]): readonly string[] {
  const known = [...Object.keys(Variables.fields), ...POLICY_VARIABLES]
  return names.filter((name) => !known.includes(name))
}

/** The variables that `policyOptionsFrom` reads (spec §4.4 rules 4 and 5). */
const policyLines = [
  [
    'ENVIRONMENT',
    'development',
    'Which list of origins applies: production, staging, or anything else for development',
  ],
  [
    'ALLOWED_ORIGINS',
    'http://localhost:3000',
    'Origins whose pages may call, comma-separated; used instead of the lists below',
  ],
  ['ALLOWED_ORIGINS_PRODUCTION, _STAGING, _DEVELOPMENT', '', 'The list of origins of each environment'],
  ['ALLOWED_ORIGIN_REGEX', '', 'A pattern of origins instead of a list'],
  ['ALLOW_CREDENTIALS', 'true', 'Whether requests may carry cookies and authorization'],
  [
    'ALLOWED_METHODS',
    'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS',
    'Methods that a preflight may ask for; * for all',
  ],
  ['ALLOWED_HEADERS', allowedByDefault.join(','), 'Request headers beyond the safelisted ones; * for all'],
  ['EXPOSED_HEADERS', exposedByDefault.join(','), 'Response headers that scripts may read'],
  ['CORS_MAX_AGE', '600', 'Seconds that a browser may cache the response to a preflight'],
  ['CORS_STRICT', 'false', 'Whether every warning about the policy is an error'],
] as const
