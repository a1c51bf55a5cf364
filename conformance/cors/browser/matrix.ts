// table: every policy, origin and request of the matrix
import type { CorsOptions } from '@postern/contract'
import type { PageRequest } from '@postern/contract/cors'

/** Creates a policy, which may refer to the page's origin. */
export type PolicyRow = readonly [name: string, options: (app: string) => CorsOptions]

/** A request by any page. */
export type RequestRow = Pick<PageRequest, 'method' | 'headers'> & { readonly body?: string }

const expose = { exposeHeaders: ['X-Total'] }
const all = { allowMethods: ['*'], allowHeaders: ['*'] }

/** Policies of every kind that the options allow. */
export const POLICIES: readonly PolicyRow[] = [
  ['listed, credentials', (app) => ({ allowOrigins: [app], allowCredentials: true, ...expose })],
  ['listed, no credentials', (app) => ({ allowOrigins: [app], ...expose })],
  ['listed, everything, credentials', (app) => ({ allowOrigins: [app], allowCredentials: true, ...all })],
  ['listed, everything, no credentials', (app) => ({ allowOrigins: [app], exposeHeaders: ['*'], ...all })],
  ['a pattern', (app) => ({ allowOriginRegex: patternOf(app), allowCredentials: true, ...expose })],
  ['any origin', () => ({ allowOrigins: ['*'], ...expose })],
  ['any origin, everything', () => ({ allowOrigins: ['*'], exposeHeaders: ['*'], ...all })],
  ['reading only', (app) => ({ allowOrigins: [app], allowMethods: ['GET', 'OPTIONS'], ...expose })],
  ['no OPTIONS', (app) => ({ allowOrigins: [app], allowMethods: ['GET', 'POST', 'PUT'] })],
  [
    'some methods and headers',
    (app) => ({
      allowOrigins: [app],
      allowMethods: ['PUT', 'PURGE', 'OPTIONS'],
      allowHeaders: ['X-Trace', 'Range'],
      allowCredentials: true,
    }),
  ],
  ['nobody', () => ({})],
]

const text = 'text/plain;charset=UTF-8'
const asJson = { 'Content-Type': 'application/json' }

/** Requests on both sides of every distinction in the Fetch standard. */
export const REQUESTS: readonly RequestRow[] = [
  { method: 'GET' },
  { method: 'head' },
  { method: 'POST', headers: { 'Content-Type': text }, body: 'x' },
  { method: 'post', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
  { method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: '--x--' },
  { method: 'POST', headers: { 'Content-Type': 'text/plain; a="b"' }, body: 'x' },
  { method: 'POST', headers: asJson, body: '{}' },
  { method: 'PUT', headers: asJson, body: '{}' },
  { method: 'put' },
  { method: 'PATCH' },
  { method: 'DELETE' },
  { method: 'OPTIONS' },
  { method: 'PURGE' },
  { method: 'TRACE' },
  { method: 'track' },
  { method: 'GET', headers: { Authorization: 'Bearer good' } },
  { method: 'GET', headers: { 'X-Trace': '1' } },
  { method: 'GET', headers: { 'X-Trace': '1', Authorization: 'Bearer good', 'X-Any': '2' } },
  { method: 'PURGE', headers: { 'X-Trace': '1' } },
  { method: 'GET', headers: { Accept: 'application/json', 'Accept-Language': 'de-CH, en;q=0.5' } },
  { method: 'GET', headers: { Accept: `text/html;a="${'b'.repeat(9)}"` } },
  { method: 'GET', headers: { Accept: 'a'.repeat(129) } },
  { method: 'GET', headers: { 'Accept-Language': 'de_CH' } },
  { method: 'GET', headers: { 'Content-Language': 'en' } },
  { method: 'GET', headers: { Range: 'bytes=0-9' } },
  { method: 'GET', headers: { Range: 'bytes=9-' } },
  { method: 'GET', headers: { Range: 'bytes=9-0' } },
  { method: 'GET', headers: { Range: 'bytes=-9' } },
  { method: 'GET', headers: { 'X-HTTP-Method-Override': 'PUT' } },
  { method: 'GET', headers: { 'X-HTTP-Method-Override': 'TRACE' } },
  { method: 'GET', headers: { Cookie: 'a=1', 'Sec-Own': '1', 'Proxy-Own': '1' } },
]

/** Fetch, credentials mode. */
export const CREDENTIALS = ['omit', 'same-origin', 'include'] as const

function patternOf(app: string): string {
  return app.replaceAll('.', '\\.').replace('app', '[a-z]{3}')
}
