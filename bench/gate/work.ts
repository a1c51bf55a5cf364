import { type Api, type Incoming, type Outgoing, wrapExchange } from '@postern/contract'
import { compilePolicy, grantHeaders } from '@postern/contract/cors'
import { createConverter, list } from '@postern/model'
import { createApi, PostCreate, PostResponse } from '../http/peers/postern-application.ts'
import { openStore } from '../http/peers/store.ts'
import { type CountedRequest, countedRequests } from './requests.ts'

const inputs = Array.from({ length: 64 }, (_, index) => ({
  title: `Number ${index} of a few`,
  content: 'Some words, and a number of them.',
}))
const wrong = inputs.map((_, index) => ({ title: '', content: index }))
const timestamp = '2026-01-02T03:04:05.678Z'
const records = inputs.map((input, id) => ({
  id,
  ...input,
  created_at: timestamp,
  updated_at: timestamp,
  note: 'x',
}))
const fifties = Array.from({ length: 8 }, (_, start) => records.slice(start, start + 50))
const origins = ['http://localhost:3000', 'https://other.example', undefined]
const policy = compilePolicy({ allowOrigins: ['http://localhost:3000'], allowCredentials: true })
const body = createConverter(PostCreate, { wellFormed: true })
const one = createConverter(PostResponse)
const fifty = createConverter(list(PostResponse))
const api = createApi(openStore())
/** Wrapped like the service, by a function that adds a header to each response. */
const wrapped = wrapExchange(api, (exchange) => (incoming, send) => {
  exchange(incoming, (outgoing) =>
    send({ ...outgoing, headers: [...outgoing.headers, 'x-request-id', 'a-1'] }),
  )
})
const encoder = new TextEncoder()
const { signal } = new AbortController()

/** Work without a socket, by name: the pure functions, and the exchange from request to response. */
export const work: Readonly<Record<string, (turn: number) => unknown>> = {
  'accept a body': (turn) => body.convert(inputs[turn & 63]),
  'explain two errors': (turn) => body.convert(wrong[turn & 63]),
  'serialize one': (turn) => one.write(records[turn & 63]),
  'serialize fifty': (turn) => fifty.write(fifties[turn & 7]),
  'cross-origin decision': (turn) => grantHeaders(policy, origins[turn % 3]),
  ...exchangesOf('exchange', api),
  ...exchangesOf('wrapped', wrapped),
}

function exchangesOf(kind: string, api: Pick<Api, 'exchange'>): typeof work {
  const named = Object.entries(countedRequests).map(
    ([name, requests]) => [`${kind}: ${name}`, exchangeOf(requests, api)] as const,
  )
  return Object.fromEntries(named)
}

/** Handles one of these requests per turn. */
function exchangeOf(
  requests: readonly CountedRequest[],
  { exchange }: Pick<Api, 'exchange'>,
): (turn: number) => Outgoing | undefined {
  const prepared = requests.map((request) => ({ incoming: incomingOf(request), status: request.status }))
  return (turn) => {
    const due = prepared[turn & 63]
    let answer: Outgoing | undefined
    if (due === undefined) return answer
    exchange(due.incoming, (outgoing) => {
      answer = outgoing
      return 0
    })
    if (answer?.status !== due.status) throw new Error(`Answered ${answer?.status}, not ${due.status}`)
    return answer
  }
}

function incomingOf({ method, path, headers, body }: CountedRequest): Incoming {
  const bytes = encoder.encode(body)
  return {
    method,
    path,
    scheme: 'http',
    query: '',
    signal,
    whenGone: () => undefined,
    header: (name) => headers[name],
    headerLines: () => [],
    headerNames: () => [],
    readBody: (_limit, done) => done(bytes),
  }
}
