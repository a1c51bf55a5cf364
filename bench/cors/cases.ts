// table: what is measured; the list follows the published benchmarks of jub0bs/cors, and adds patterns
import type { CorsOptions } from '@postern/contract/cors'

/** One request under one policy. */
export interface Case {
  readonly name: string
  readonly options: CorsOptions
  readonly method: 'GET' | 'OPTIONS'
  readonly headers: Readonly<Record<string, string>>
  /** Whether the response names the origin; undefined where peers differ. */
  readonly granted?: boolean
}

const app = 'https://app.example.com'
const evil = 'https://evil.example'
const rest = { allowCredentials: true, exposeHeaders: ['X-Total'], maxAge: 600 }
const listed = (origins: readonly string[]): CorsOptions => ({
  ...rest,
  allowOrigins: origins,
  allowHeaders: ['Authorization', 'X-Trace'],
})
const one = listed([app])
const several = listed([app, 'https://www.example.com', 'http://localhost:3000', 'http://localhost:5173'])
const many = listed(Array.from({ length: 1600 }, (_, index) => `https://tenant-${index}.example.com`))
const everybody: CorsOptions = { allowOrigins: ['*'], allowHeaders: ['*'], maxAge: 600 }
const anyHeader: CorsOptions = { ...rest, allowOrigins: [app], allowHeaders: ['*'] }
const pattern: CorsOptions = {
  ...one,
  allowOrigins: [],
  allowOriginRegex: 'https://[a-z0-9-]+\\.example\\.com',
}
const greedy: CorsOptions = { ...pattern, allowOriginRegex: 'https://.*\\..*\\..*\\..*\\.example\\.com' }
const long = (length: number) => 'a'.repeat(63).concat('.').repeat(4).slice(0, length)

const actual = (options: CorsOptions, origin: string | undefined): Omit<Case, 'name'> => ({
  options,
  method: 'GET',
  headers: origin === undefined ? {} : { origin },
})
const preflight = (options: CorsOptions, origin: string, headers?: string): Omit<Case, 'name'> => ({
  options,
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'PUT',
    ...(headers !== undefined && { 'access-control-request-headers': headers }),
  },
})

/** Ordinary requests: the policy is consulted for each of them. */
export const ORDINARY: readonly Case[] = [
  { name: 'actual, no origin', ...actual(one, undefined), granted: false },
  { name: 'actual, one origin, allowed', ...actual(one, app), granted: true },
  { name: 'actual, one origin, refused', ...actual(one, evil), granted: false },
  { name: 'actual, four origins, last allowed', ...actual(several, 'http://localhost:5173'), granted: true },
  {
    name: 'actual, 1600 origins, last allowed',
    ...actual(many, 'https://tenant-1599.example.com'),
    granted: true,
  },
  {
    name: 'actual, 1600 origins, refused',
    ...actual(many, 'https://tenant-1600.example.com'),
    granted: false,
  },
  { name: 'actual, any origin', ...actual(everybody, app), granted: true },
  { name: 'actual, pattern, allowed', ...actual(pattern, 'https://team-1.example.com'), granted: true },
  { name: 'actual, pattern, refused', ...actual(pattern, evil), granted: false },
  {
    name: 'preflight, one origin, allowed',
    ...preflight(one, app, 'authorization,content-type'),
    granted: true,
  },
  { name: 'preflight, one origin, refused', ...preflight(one, evil, 'authorization'), granted: false },
  {
    name: 'preflight, 1600 origins, last allowed',
    ...preflight(many, 'https://tenant-1599.example.com', 'x-trace'),
    granted: true,
  },
  {
    name: 'preflight, 1600 origins, refused',
    ...preflight(many, 'https://tenant-1600.example.com'),
    granted: false,
  },
  { name: 'preflight, any origin', ...preflight(everybody, app, 'content-type'), granted: true },
  {
    name: 'preflight, any header, credentials',
    ...preflight(anyHeader, app, 'authorization,x-one,x-two'),
    granted: true,
  },
]

/** Requests made to cost as much as possible. */
export const HOSTILE: readonly Case[] = [
  { name: 'origin of 15 000 characters', ...actual(many, `https://${'a'.repeat(15_000)}`), granted: false },
  {
    name: 'origin of 253 characters, alike to the end',
    ...actual(listed([`https://${long(252)}b`]), `https://${long(252)}a`),
    granted: false,
  },
  {
    name: 'origin of 260 characters, pattern with four .*',
    ...actual(greedy, `https://${'a.'.repeat(112)}example.org`),
    granted: false,
  },
  { name: 'headers: one name repeated, 1 MB', ...preflight(anyHeader, app, 'x-trace,'.repeat(131_072)) },
  { name: 'headers: commas, 1 MB', ...preflight(anyHeader, app, ','.repeat(1_048_576)) },
  {
    name: 'headers: spaces between two names, 1 MB',
    ...preflight(anyHeader, app, `a${' '.repeat(1_048_576)}b`),
  },
  { name: 'headers: one name of 1 MB', ...preflight(anyHeader, app, 'x'.repeat(1_048_576)) },
  {
    name: 'headers: 1 MB of commas, origin refused',
    ...preflight(anyHeader, evil, ','.repeat(1_048_576)),
    granted: false,
  },
  { name: 'headers: 15 kB of commas', ...preflight(anyHeader, app, ','.repeat(15_000)) },
]
