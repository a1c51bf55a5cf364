import { isNearText, nearestText } from './nearest-text.ts'
import type { CorsOptions, OptionName } from './options.ts'
import type { Problem } from './problem.ts'

/** Environment variables, as in `process.env` or from `Deno.env.toObject()`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The three deployment environments of spec §4.4 rule 4. */
export type DeploymentStage = 'production' | 'staging' | 'development'

interface OriginChoice {
  readonly variable: string
  readonly origins: readonly string[] | undefined
}

const DEFAULT_ORIGIN = 'http://localhost:3000'
const ORIGIN_VARIABLES: Readonly<Record<DeploymentStage, string>> = {
  production: 'ALLOWED_ORIGINS_PRODUCTION',
  staging: 'ALLOWED_ORIGINS_STAGING',
  development: 'ALLOWED_ORIGINS_DEVELOPMENT',
}
const DEVELOPMENT_NAMES: ReadonlySet<string> = new Set(['', 'development', 'dev', 'local', 'test'])
const VARIABLES: Readonly<Record<OptionName, string>> = {
  allowOrigins: 'ALLOWED_ORIGINS',
  allowOriginRegex: 'ALLOWED_ORIGIN_REGEX',
  allowMethods: 'ALLOWED_METHODS',
  allowHeaders: 'ALLOWED_HEADERS',
  allowCredentials: 'ALLOW_CREDENTIALS',
  exposeHeaders: 'EXPOSED_HEADERS',
  maxAge: 'CORS_MAX_AGE',
  strict: 'CORS_STRICT',
}
const KNOWN_VARIABLES: readonly string[] = [...Object.values(VARIABLES), ...Object.values(ORIGIN_VARIABLES)]
const KNOWN_OF_ORIGINS = KNOWN_VARIABLES.filter((name) => name.includes('ORIGIN'))

/** The names of all variables that {@link policyOptionsFrom} reads (spec §4.4 rules 4 and 5). */
export const POLICY_VARIABLES: readonly string[] = Object.freeze(['ENVIRONMENT', ...KNOWN_VARIABLES])

/**
 * Returns the options that an environment sets (spec §4.4 rules 4 and 5). For origins, explicit options take precedence
 * over ALLOWED_ORIGINS, that over the list that ENVIRONMENT selects, and that over `http://localhost:3000`. Credentials
 * default to true here. Never throws: problems are kept in the result, name the variables, and are reported by
 * `compilePolicy`.
 */
export function policyOptionsFrom(environment: Environment, explicit: CorsOptions = {}): CorsOptions {
  const warnings: Problem[] = []
  const errors: Problem[] = []
  const choice = chooseOrigins(environment, explicit, warnings)
  const read: CorsOptions = {
    ...(choice === undefined
      ? {}
      : { allowOrigins: choice.origins, allowOriginRegex: environment[VARIABLES.allowOriginRegex] }),
    allowMethods: parseList(environment[VARIABLES.allowMethods]),
    allowHeaders: parseList(environment[VARIABLES.allowHeaders]),
    exposeHeaders: parseList(environment[VARIABLES.exposeHeaders]),
    allowCredentials: explicit.allowCredentials ?? parseCredentials(environment, warnings),
    strict: explicit.strict ?? parseStrict(environment, errors),
    maxAge: explicit.maxAge ?? parseMaxAge(environment, errors),
  }
  reviewVariableNames(environment, warnings)
  const given = Object.entries(explicit).filter(([, value]) => value !== undefined)
  const named = { ...VARIABLES, ...(choice === undefined ? {} : { allowOrigins: choice.variable }) }
  const kept = Object.entries(named).filter(([option]) => !given.some(([name]) => name === option))
  const variables: Readonly<Partial<Record<OptionName, string>>> = Object.fromEntries(kept)
  return { ...read, ...Object.fromEntries(given), source: { variables, errors, warnings, notes: [] } }
}

function chooseOrigins(
  environment: Environment,
  explicit: CorsOptions,
  warnings: Problem[],
): OriginChoice | undefined {
  if (explicit.allowOrigins !== undefined || explicit.allowOriginRegex !== undefined) return undefined
  const selected = environment[VARIABLES.allowOrigins] === undefined
  const name = environment['ENVIRONMENT'] ?? ''
  const variable = selected ? ORIGIN_VARIABLES[stageOf(name)] : VARIABLES.allowOrigins
  if (selected) reviewStage(name, warnings)
  const patterned = environment[VARIABLES.allowOriginRegex] !== undefined
  const origins = parseList(environment[variable])
  if (origins !== undefined) {
    if (origins.length === 0 && !patterned) warnings.push(emptyList(variable, environment[variable]))
    return { variable, origins }
  }
  if (patterned) return { variable: VARIABLES.allowOrigins, origins: undefined }
  if (stageOf(name) !== 'development') warnings.push(defaultDeployed(name, variable))
  return { variable: VARIABLES.allowOrigins, origins: [DEFAULT_ORIGIN] }
}

/**
 * Returns which list of origins an environment selects (spec §4.4 rule 4): `development` unless ENVIRONMENT is exactly
 * one of the others.
 */
export function deploymentStage(environment: Environment): DeploymentStage {
  return stageOf(environment['ENVIRONMENT'] ?? '')
}

function stageOf(name: string): DeploymentStage {
  return name === 'production' || name === 'staging' ? name : 'development'
}

function reviewStage(name: string, warnings: Problem[]): void {
  if (stageOf(name) !== 'development' || DEVELOPMENT_NAMES.has(name.trim().toLowerCase())) return
  const reason = 'is neither production nor staging, so the DEVELOPMENT origins are allowed'
  const nearest = nearestText(name.trim(), Object.keys(ORIGIN_VARIABLES))
  const correction = `ENVIRONMENT=${/^live|^prd/i.test(name) ? 'production' : nearest}`
  warnings.push({ code: 'environment_unrecognised', option: 'ENVIRONMENT', value: name, reason, correction })
}

function emptyList(variable: string, value: unknown): Problem {
  const reason = 'is set but blank, so no other origin is allowed'
  const correction = `${variable}=https://app.example.com, or leave it unset`
  return { code: 'allowed_origins_empty', option: variable, value, reason, correction }
}

function defaultDeployed(name: string, variable: string): Problem {
  const reason = `is allowed, because ENVIRONMENT=${name} sets no origins of its own: whatever a user runs on port 3000 gets in`
  const correction = `${variable}=https://app.example.com`
  return { code: 'default_origin_deployed', option: variable, value: DEFAULT_ORIGIN, reason, correction }
}

function parseList(text: string | undefined): readonly string[] | undefined {
  const items = text?.split(',').map((item) => item.trim())
  return items?.filter((item) => item !== '')
}

function parseCredentials(environment: Environment, warnings: Problem[]): boolean {
  const option = VARIABLES.allowCredentials
  const value = environment[option]
  if (value === undefined) return true
  const lower = value.toLowerCase()
  if (lower !== 'true' && lower !== 'false') {
    const meant = ['1', 'yes', 'on', 'true', 'y', 't'].includes(lower.trim())
    const reason = 'is not the word true, so credentials are off'
    warnings.push({
      code: 'allow_credentials_unrecognised',
      option,
      value,
      reason,
      correction: `${option}=${meant}`,
    })
  }
  return lower === 'true'
}

function parseStrict(environment: Environment, errors: Problem[]): boolean | undefined {
  const option = VARIABLES.strict
  const value = environment[option]
  const lower = value?.trim().toLowerCase() ?? ''
  if (lower !== '' && lower !== 'true' && lower !== 'false') {
    const reason = 'is neither true nor false'
    errors.push({ code: 'strict_unrecognised', option, value, reason, correction: `${option}=true` })
  }
  return lower === '' ? undefined : lower === 'true'
}

function parseMaxAge(environment: Environment, errors: Problem[]): number | undefined {
  const option = VARIABLES.maxAge
  const value = environment[option]
  if (value === undefined) return undefined
  if (/^-?[0-9]+(?:\.[0-9]+)?$/.test(value.trim())) return Number(value)
  const reason = 'is not a number of seconds'
  errors.push({ code: 'max_age_invalid', option, value, reason, correction: `${option}=600` })
  return undefined
}

function reviewVariableNames(environment: Environment, warnings: Problem[]): void {
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || KNOWN_VARIABLES.includes(name)) continue
    const bare = name.replace(/^CORS_(?!MAX)/, '')
    const isOurs = /^(?:ALLOWED_ORIGINS|CORS_)/.test(name)
    if (!isOurs && !KNOWN_VARIABLES.some((known) => isNearText(bare, known, 2))) continue
    const isOfOrigins = bare.includes('ORIGIN') || value.includes('://')
    const nearest = nearestText(bare, isOfOrigins ? KNOWN_OF_ORIGINS : KNOWN_VARIABLES)
    const reason = 'is set, but nothing reads a variable of this name'
    warnings.push({ code: 'variable_unknown', option: name, value, reason, correction: nearest })
  }
}
