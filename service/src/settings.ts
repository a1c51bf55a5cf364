import {
  compilePolicy,
  type DeploymentStage,
  deploymentStage,
  type Environment,
  type Policy,
  PolicyError,
  policyOptionsFrom,
} from '@postern/contract/cors'
import { defaultOf, type Issue, integer, type Kind, literal, Model, nullable, string } from '@postern/model'
import type { ContractOptions } from './contract.ts'
import { type Documentation, documentationVariable } from './operations/documentation.ts'
import { type Limits, limitVariables, parseLimits } from './operations/limits.ts'
import { rootPathVariable } from './operations/root-path.ts'
import { postResponses, postRules, usualResponse, usualRules } from './posts/models.ts'
import { ifMatchChoices, postBindings } from './posts/routes.ts'
import { type SettingProblem, SettingsError } from './settings-error.ts'
import { parseList } from './settings-list.ts'
import { portProblems, usualMetricsPort } from './settings-ports.ts'
import { unreadVariables } from './settings-unread.ts'
import { meantWord } from './settings-words.ts'
import { databaseUrlProblems } from './storage/database-url.ts'

/** The settings of an installation: its environment, checked as a whole and frozen. */
export interface Settings {
  readonly host: string
  readonly port: number
  /** The prefix that a proxy in front removes from paths; empty for none. */
  readonly rootPath: string
  readonly documentation: Documentation
  readonly databaseUrl: string
  readonly logLevel: Variables['LOG_LEVEL']
  /** Where metrics are served; undefined for nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** How long an idle connection is kept, in seconds. */
  readonly keepAlive: number
  /** The phases of a stop, in seconds: how long it is announced before connections are refused, then how long requests may take. */
  readonly stop: { readonly announce: number; readonly drain: number }
  readonly posts: ContractOptions
  readonly limits: Limits
  /** Which other origins may read the responses (spec §4.4). */
  readonly policy: Policy
  /** Which environment this is (spec §4.4.4). */
  readonly stage: DeploymentStage
  /** Variables that look like ours but are not read. */
  readonly unread: readonly string[]
  /** The variables of the service in effect, including defaults. */
  readonly variables: Variables
}

const ownAddress = { strip: true, default: '127.0.0.1' } as const

/** The variables of the service itself; those of the cross-origin policy are read by `policyOptionsFrom`. */
export class Variables extends Model({
  HOST: string({ ...ownAddress, description: 'The address to listen on; 0.0.0.0 for all' }),
  PORT: integer({ default: 8000, ge: 0, le: 65535, description: 'The port to listen on; 0 for a free one' }),
  ROOT_PATH: rootPathVariable,
  DOCUMENTATION: documentationVariable,
  DATABASE_URL: string({
    default: 'sqlite:./data/postern.db',
    secret: true,
    description: 'sqlite:PATH or postgres://…',
  }),
  POST_RULES: literal(postRules, {
    default: usualRules,
    description: 'The rules of a post: basic, strict, example or custom',
  }),
  POST_BINDING: literal(postBindings, {
    default: 'response',
    description: 'What POST /posts/ does: response stores, json and form only validate, raw measures',
  }),
  POST_RESPONSE: literal(postResponses, {
    default: usualResponse,
    description: 'The fields of the response: full, or short without updated_at',
  }),
  POST_IF_MATCH: literal(ifMatchChoices, {
    default: 'optional',
    description: 'Whether changing or deleting a post needs If-Match: optional, or required',
  }),
  PROHIBITED_WORDS: string({
    default: 'spam,scam',
    description: 'Words that no title may have under the rules custom, comma-separated',
  }),
  LOG_LEVEL: literal(['debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'What is logged: debug, info, warn, error or silent',
  }),
  METRICS_HOST: string({ ...ownAddress, description: 'The address to serve /metrics on' }),
  METRICS_PORT: nullable(integer({ ge: 0, le: 65535 }), {
    default: null,
    examples: [usualMetricsPort],
    description: 'The port to serve /metrics on, for Prometheus; without it nothing is counted',
  }),
  KEEP_ALIVE_SECONDS: integer({
    default: 5,
    ge: 1,
    le: 3600,
    description: 'How long an idle connection is kept; set it longer than a proxy in front does',
  }),
  STOP_ANNOUNCE_SECONDS: integer({
    default: 0,
    ge: 0,
    le: 3600,
    description: 'How long a stop first only answers 503 at /health/ready, for load balancers to notice',
  }),
  DRAIN_SECONDS: integer({
    default: 10,
    ge: 0,
    le: 3600,
    description: 'How long a stop then waits for open requests',
  }),
  ...limitVariables,
}) {}

/** Response headers of ours that scripts of other origins may read. Default of `EXPOSED_HEADERS`. */
export const exposedByDefault: readonly string[] = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Count',
]

/** Request headers that pages of allowed origins may set. Default of `ALLOWED_HEADERS`. */
export const allowedByDefault: readonly string[] = [
  'Authorization',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
]

/**
 * Reads the settings from an environment; a blank variable of the service itself counts as not set. Throws one
 * `SettingsError` for all mistakes, starting with those already `found` where the environment was read.
 */
export function parseSettings(environment: Environment, found: readonly SettingProblem[] = []): Settings {
  const own = ownVariables(environment)
  const variables = Variables.safeParse(own)
  const policy = parsePolicy(environment)
  const problems = [
    ...found,
    ...(variables.ok ? portProblems(variables.value) : variables.issues.map(issueProblem)),
    ...databaseProblems(own['DATABASE_URL']),
    ...(policy instanceof PolicyError
      ? policy.problems.map(({ option: variable, ...problem }) => ({ variable, ...problem }))
      : []),
  ]
  if (!variables.ok || policy instanceof PolicyError || problems.length > 0) throw new SettingsError(problems)
  return freezeSettings(variables.value, policy, environment)
}

/** Returns the variables without blank ones of the service, which count as not set. */
export function withoutBlanks(environment: Environment): Environment {
  // A blank PROHIBITED_WORDS means an empty list, which is a valid choice.
  const isSet = ([name, value = '']: [string, string | undefined]) =>
    value.trim() !== '' || !(name in Variables.fields) || name === 'PROHIBITED_WORDS'
  return Object.fromEntries(Object.entries(environment).filter(isSet))
}

function ownVariables(environment: Environment): Environment {
  const given = Object.entries(withoutBlanks(environment))
  return Object.fromEntries(given.filter(([name]) => name in Variables.fields))
}

function parsePolicy(environment: Environment): Policy | PolicyError {
  const options = policyOptionsFrom(environment)
  try {
    return compilePolicy({
      ...options,
      allowHeaders: options.allowHeaders ?? allowedByDefault,
      exposeHeaders: options.exposeHeaders ?? exposedByDefault,
    })
  } catch (error) {
    if (error instanceof PolicyError) return error
    throw error
  }
}

function issueProblem({ loc: [variable], msg, input }: Issue): SettingProblem {
  const name = String(variable)
  const fields: Readonly<Record<string, Kind>> = Variables.fields
  const kind = fields[name]
  const standard = (kind && defaultOf(kind)) ?? ''
  const proper = meantWord(String(input), Object(Variables.jsonSchema()).properties[name]?.enum) ?? standard
  const correction = `${name}=${String(proper === '' ? kind?.options.examples?.[0] : proper)}`
  return { variable: name, value: input, reason: `is refused: ${msg}`, correction }
}

function databaseProblems(url: string | undefined): readonly SettingProblem[] {
  const variable = 'DATABASE_URL'
  const problems = url === undefined ? [] : databaseUrlProblems(url)
  return problems.map(({ correction, ...problem }) => {
    const isUrl = /^(?:sqlite|postgres):/.test(correction)
    return { variable, ...problem, correction: isUrl ? `${variable}=${correction}` : correction }
  })
}

function freezeSettings(variables: Variables, policy: Policy, environment: Environment): Settings {
  return Object.freeze({
    host: variables.HOST,
    port: variables.PORT,
    rootPath: variables.ROOT_PATH,
    documentation: variables.DOCUMENTATION,
    databaseUrl: variables.DATABASE_URL,
    logLevel: variables.LOG_LEVEL,
    metrics:
      variables.METRICS_PORT === null
        ? undefined
        : Object.freeze({ host: variables.METRICS_HOST, port: variables.METRICS_PORT }),
    keepAlive: variables.KEEP_ALIVE_SECONDS,
    stop: Object.freeze({ announce: variables.STOP_ANNOUNCE_SECONDS, drain: variables.DRAIN_SECONDS }),
    posts: Object.freeze({
      rules: variables.POST_RULES,
      response: variables.POST_RESPONSE,
      binding: variables.POST_BINDING,
      ifMatch: variables.POST_IF_MATCH,
      prohibitedWords: Object.freeze(parseList(variables.PROHIBITED_WORDS)),
    }),
    limits: parseLimits(variables),
    policy,
    stage: deploymentStage(environment),
    unread: Object.freeze(unreadVariables(environment, Object.keys(Variables.fields))),
    variables: Object.freeze(variables),
  })
}
