import { createServer } from 'node:http'
import {
  type CorsOptions,
  contract,
  implement,
  json,
  type Policy,
  raw,
  rawReply,
  routes,
  tokenFrom,
} from '@postern/contract'
import { toNodeListener } from '@postern/contract/node'
import { integer, Model, string } from '@postern/model'
import { listen } from '../../../scripts/listen.ts'

/** A request as it arrived at the service's socket. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly isPreflight: boolean
  readonly cookie: string | undefined
}

/** A service under one policy, and the requests that reached it. */
export interface BrowserService {
  /** On its own host name, so that pages may be on the same site or on other sites. */
  readonly origin: string
  readonly port: number
  readonly policy: Policy
  readonly received: Received[]
  /** The requests that reached handlers that change something. */
  readonly changes: string[]
  readonly close: () => void
}

class Post extends Model({ id: integer() }) {}
class PostCreate extends Model({ title: string({ minLength: 1 }) }) {}

const { get, post, put, patch, delete: remove } = routes()
const posts = { body: raw(), response: Post } as const
const owned = { ...posts, security: tokenFrom({ cookie: 'session' }) } as const
const customHeaders = { headers: { 'X-Total': '7', 'X-Secret': '8' } }
// The browser sends it from every site: only the service protects against that.
const session = 'session=good; Path=/; HttpOnly; Secure; SameSite=None'
const html = { headers: { 'content-type': 'text/html' } }

const declared = contract({
  title: 'Asked by pages',
  version: '1',
  routes: {
    page: get('/page', {}),
    read: get('/posts', { response: Post }),
    create: post('/posts', posts),
    replace: put('/posts', posts),
    change: patch('/posts', posts),
    remove: remove('/posts', posts),
    validate: post('/validated', { body: json(PostCreate), response: Post }),
    crash: get('/crash', { response: Post }),
    signIn: post('/session', { body: raw(), status: 204 }),
    account: get('/account', { response: Post, security: tokenFrom({ cookie: 'session' }) }),
    changeAccount: post('/account', owned),
    replaceAccount: put('/account', owned),
  },
})

/** Starts a service under the policy: any method at `/posts`, failures, and an account behind a cookie. */
export async function openService(cors: CorsOptions): Promise<BrowserService> {
  const received: Received[] = []
  const changes: string[] = []
  const api = createApi(cors, changes)
  const answer = toNodeListener(api)
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const isPreflight = method === 'OPTIONS' && 'access-control-request-method' in headers
    received.push({ method, url, isPreflight, cookie: headers.cookie })
    answer(request, response)
  })
  const port = await listen(server)
  const close = () => server.close().closeAllConnections()
  return { origin: `http://api.localhost:${port}`, port, policy: api.policy, received, changes, close }
}

function createApi(cors: CorsOptions, changes: string[]) {
  return implement(
    declared,
    {
      page: () => rawReply('<!doctype html><title>The service’s own page</title>', html),
      read: ({ reply }) => reply(200, { id: 1 }, customHeaders),
      create: ({ reply }) => reply(200, { id: 1 }, customHeaders),
      replace: ({ reply }) => reply(200, { id: 1 }, customHeaders),
      change: ({ reply }) => reply(200, { id: 1 }, customHeaders),
      remove: ({ reply }) => reply(200, { id: 1 }, customHeaders),
      validate: () => ({ id: 1 }),
      crash: () => {
        throw new Error('on fire')
      },
      signIn: ({ reply }) => reply(204, null, { cookies: [session] }),
      account: () => ({ id: 1 }),
      changeAccount: ({ request }) => {
        changes.push(`POST ${request.query}`)
        return { id: 1 }
      },
      replaceAccount: ({ request }) => {
        changes.push(`PUT ${request.query}`)
        return { id: 1 }
      },
    },
    {
      cors,
      authenticate: (token: string) => (token === 'good' ? {} : null),
      onError: () => undefined,
    },
  )
}
