import { after, integer, literal, type OutputOf, reject, string } from '@postern/model'
import { parseList } from '../settings-list.ts'
import { proxyProblem } from './client-address.ts'
import type { Rate } from './rate-limits.ts'
import type { RequestClass } from './request-class.ts'

/** The limits of one installation. */
export interface Limits {
  /** How often a client may send requests, by class; undefined for no limit. */
  readonly rates: Readonly<Record<RequestClass, Rate>> | undefined
  /** Proxies whose X-Forwarded-For is trusted: addresses and networks. */
  readonly trustedProxies: readonly string[]
  /** Requests in progress at once; beyond that, requests get a 503. */
  readonly mostRequests: number
  /** Milliseconds that work may wait for its turn, on average; beyond that, requests get a 503. */
  readonly longestDelay: number
}

/** The variables that set the limits. */
export const limitVariables = {
  RATE_LIMIT: literal(['on', 'off'], {
    default: 'on',
    description: 'Whether clients are limited, by address: on or off. Each process counts by itself',
  }),
  RATE_LIMIT_SIGN_IN: rate('60/60', 'Attempts to sign in or to change a password, as REQUESTS/SECONDS'),
  RATE_LIMIT_SIGN_UP: rate('60/60', 'New users, as REQUESTS/SECONDS'),
  RATE_LIMIT_WRITE: rate('12000/60', 'Other requests that may change something, as REQUESTS/SECONDS'),
  RATE_LIMIT_READ: rate('60000/60', 'Requests that only read, as REQUESTS/SECONDS'),
  TRUSTED_PROXIES: string(
    {
      default: '',
      examples: ['10.0.0.0/8,127.0.0.1'],
      description: 'Proxies whose X-Forwarded-For is trusted: addresses and networks, comma-separated',
    },
    after(validProxies),
  ),
  MAX_REQUESTS: integer({
    default: 1000,
    ge: 1,
    description: 'Requests that are handled at once; more are answered with 503',
  }),
  MAX_LOOP_DELAY: integer({
    default: 1000,
    ge: 10,
    description: 'Milliseconds that work may wait for its turn; beyond that, requests are answered with 503',
  }),
}

type LimitValues = { readonly [Name in keyof typeof limitVariables]: OutputOf<(typeof limitVariables)[Name]> }

/** Parses the values of {@link limitVariables}, which have been validated by then. */
export function parseLimits(variables: LimitValues): Limits {
  const rates = {
    'sign-in': parseRate(variables.RATE_LIMIT_SIGN_IN),
    'sign-up': parseRate(variables.RATE_LIMIT_SIGN_UP),
    write: parseRate(variables.RATE_LIMIT_WRITE),
    read: parseRate(variables.RATE_LIMIT_READ),
  }
  return Object.freeze({
    rates: variables.RATE_LIMIT === 'off' ? undefined : Object.freeze(rates),
    trustedProxies: Object.freeze(parseList(variables.TRUSTED_PROXIES)),
    mostRequests: variables.MAX_REQUESTS,
    longestDelay: variables.MAX_LOOP_DELAY,
  })
}

function rate(standard: string, description: string) {
  return string({ default: standard, description }, after(validRate))
}

function validRate(text: string) {
  const { requests, seconds } = parseRate(text)
  const isValid = /^\d{1,9}\/\d{1,9}$/.test(text) && requests >= 1 && seconds >= 1 && seconds <= 86_400
  return isValid
    ? text
    : reject('it should be REQUESTS/SECONDS, at least 1/1 and at most a day of 86400 seconds')
}

function parseRate(text: string): Rate {
  const [requests, seconds] = text.split('/').map(Number)
  return Object.freeze({ requests: requests ?? 0, seconds: seconds ?? 0 })
}

function validProxies(text: string) {
  const problems = parseList(text)
    .map(proxyProblem)
    .filter((problem) => problem !== undefined)
  return problems.length === 0 ? text : reject(problems.join('; '))
}
