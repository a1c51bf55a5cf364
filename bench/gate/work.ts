import type { Incoming, Outgoing } from '@postern/contract'
import { compilePolicy, grantHeaders } from '@postern/contract/cors'
import { createConverter, list } from '@postern/model'
import { createApi, PostCreate, PostResponse } from '../http/peers/postern-application.ts'
import { openStore } from '../http/peers/store.ts'

const inputs = Array.from({ length: 64 }, (_, index) => ({
  title: `Number ${index} of a few`,
  content: 'Some words, and a number of them.',
}))
const moment = '2026-01-02T03:04:05.678Z'
const records = inputs.map((input, id) => ({
  id,
  ...input,
  created_at: moment,
  updated_at: moment,
  note: 'x',
}))
const origins = ['http://localhost:3000', 'https://other.example', undefined]
const policy = compilePolicy({ allowOrigins: ['http://localhost:3000'], allowCredentials: true })
const body = createConverter(PostCreate, { wellFormed: true })
const one = createConverter(PostResponse)
const fifty = createConverter(list(PostResponse))
const api = createApi(openStore())

/** Work that is counted, by name; each is done once for a number that grows. */
const WORK: Readonly<Record<string, (turn: number) => unknown>> = {
  'accept a body': (turn) => body.convert(inputs[turn & 63]),
  'explain two errors': (turn) => body.convert({ title: '', content: turn }),
  'serialize one': (turn) => one.write(records[turn & 63]),
  'serialize fifty': (turn) => fifty.write(records.slice(turn & 7, (turn & 7) + 50)),
  'cross-origin decision': (turn) => grantHeaders(policy, origins[turn % 3]),
  'exchange: create valid': (turn) => exchange('POST', '/posts', inputs[turn & 63]),
  'exchange: two errors': (turn) => exchange('POST', '/posts', { title: '', content: turn }),
  'exchange: read one': (turn) => exchange('GET', `/posts/${(turn % 50) + 1}`),
  'exchange: preflight': () => exchange('OPTIONS', '/posts'),
}

/** The names of all work. */
export const workNames: readonly string[] = Object.keys(WORK)

const kept: unknown[] = new Array(64)

/** One request without a socket. */
function exchange(method: string, path: string, given?: unknown): Outgoing | undefined {
  let answer: Outgoing | undefined
  api.exchange(incomingOf(method, path, given), (outgoing) => {
    answer = outgoing
    return 0
  })
  return answer
}

const encoder = new TextEncoder()
const { signal } = new AbortController()
const preflight: Readonly<Record<string, string>> = {
  origin: 'http://localhost:3000',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type',
}

function incomingOf(method: string, path: string, given: unknown): Incoming {
  const headers = method === 'OPTIONS' ? preflight : { 'content-type': 'application/json' }
  return {
    method,
    path,
    scheme: 'http',
    query: '',
    signal,
    header: (name) => (headers as Readonly<Record<string, string>>)[name],
    headerLines: () => [],
    readBody: (_limit, done) => done(encoder.encode(JSON.stringify(given))),
  }
}

if (import.meta.main) {
  const [name = '', count = '0'] = process.argv.slice(2)
  const work = WORK[name]
  if (work === undefined)
    throw new Error(`There is no work called ${name}; there are ${workNames.join(', ')}`)
  for (let turn = 0; turn < Number(count); turn++) kept[turn & 63] = work(turn)
}
