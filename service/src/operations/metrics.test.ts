import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, Outgoing } from '@postern/contract'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createContract } from '../contract.ts'
import { createMetrics } from './metrics.ts'
import { incomingOf } from './test-incoming.ts'

const contract = createContract({
  rules: 'basic',
  response: 'full',
  binding: 'response',
  ifMatch: 'optional',
  prohibitedWords: [],
})

async function lines(metrics: { text: () => Promise<string> }, name: string): Promise<string[]> {
  const text = await metrics.text()
  return text.split('\n').filter((line) => line.startsWith(name))
}

test('responses are counted by method, route template and class of status, never by what a client sent', async () => {
  const metrics = createMetrics()
  const answers = [
    { method: 'GET', operation: 'readPost', status: 200 },
    { method: 'GET', operation: 'readPost', status: 204 },
    { method: 'GET', operation: 'readPost', status: 404 },
    { method: 'BREW', operation: undefined, status: 405 },
    { method: 'POUR', operation: undefined, status: 404 },
    ...['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
      method,
      operation: 'readPost',
      status: 503,
    })),
  ]
  for (const { method, operation, status } of answers) {
    metrics.observe(contract, {
      incoming: incomingOf({ method }),
      operation,
      status,
      milliseconds: 30,
      bytes: 1,
    })
  }
  assert.deepEqual(await lines(metrics, 'postern_http_requests_total'), [
    'postern_http_requests_total{method="GET",route="/posts/{post_id}",status="2xx"} 2',
    'postern_http_requests_total{method="GET",route="/posts/{post_id}",status="4xx"} 1',
    'postern_http_requests_total{method="other",route="none",status="4xx"} 2',
    'postern_http_requests_total{method="HEAD",route="/posts/{post_id}",status="5xx"} 1',
    'postern_http_requests_total{method="POST",route="/posts/{post_id}",status="5xx"} 1',
    'postern_http_requests_total{method="PUT",route="/posts/{post_id}",status="5xx"} 1',
    'postern_http_requests_total{method="PATCH",route="/posts/{post_id}",status="5xx"} 1',
    'postern_http_requests_total{method="DELETE",route="/posts/{post_id}",status="5xx"} 1',
    'postern_http_requests_total{method="OPTIONS",route="/posts/{post_id}",status="5xx"} 1',
  ])
  const buckets = await lines(metrics, 'postern_http_request_duration_seconds_bucket{le="0.0')
  assert.deepEqual(
    buckets
      .filter((line) => line.includes('2xx'))
      .map((line) => line.split(/[" ]/)[1]?.concat(line.slice(-2))),
    ['0.0005 0', '0.001 0', '0.0025 0', '0.005 0', '0.01 0', '0.025 0', '0.05 2'],
  )
})

test('the counts are written as prom-client writes its own', async () => {
  const metrics = createMetrics()
  const { register, observe } = createReference()
  const page = { method: 'GET', route: '/posts/', status: '2xx' }
  const head = { method: 'HEAD', route: '/posts/', status: '2xx' }
  const refused = { method: 'GET', route: '/posts/', status: '4xx' }
  const nothing = { method: 'other', route: 'none', status: '4xx' }
  const kinds = [
    { labels: page, operation: 'listPosts', status: 200 },
    { labels: nothing, operation: undefined, status: 405 },
    { labels: refused, operation: 'listPosts', status: 422 },
    { labels: head, operation: 'listPosts', status: 200 },
    { labels: page, operation: 'listPosts', status: 206 },
  ]
  // Values above the last bound, on bounds, between them and below the first; their sum depends on the order of
  // addition.
  for (const milliseconds of [60_000, 10_000.1, 10_000, 0, 0.1, 0.2, 0.3, 0.5, 0.50001, 2.5, 2.6, 7, 1 / 3]) {
    for (const { labels, operation, status } of kinds) {
      const incoming = incomingOf({ method: labels === nothing ? 'BREW' : labels.method })
      metrics.observe(contract, { incoming, operation, status, milliseconds, bytes: 1 })
      observe(labels, milliseconds / 1000)
    }
  }
  const text = await metrics.text()
  assert.equal(text.slice(text.indexOf('# HELP postern_')), await register.metrics())
})

test('before the first response there are only the names of the metrics', async () => {
  const text = await createMetrics().text()
  assert.equal(text.slice(text.indexOf('# HELP postern_')), await createReference().register.metrics())
})

/** The same metrics, implemented with prom-client alone. */
function createReference() {
  const register = new Registry()
  const registers = [register]
  const labelNames = ['method', 'route', 'status']
  const requests = new Counter({
    name: 'postern_http_requests_total',
    help: 'Answered requests',
    labelNames,
    registers,
  })
  const durations = new Histogram({
    name: 'postern_http_request_duration_seconds',
    help: 'Time from the request line to the answer',
    labelNames,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  new Gauge({
    name: 'postern_http_requests_in_flight',
    help: 'Requests begun and not yet answered',
    registers,
  })
  const observe = (labels: Record<string, string>, seconds: number) => {
    requests.inc(labels)
    durations.observe(labels, seconds)
  }
  return { register, observe }
}

test('a request is in flight until it is answered, or until its client is gone', async () => {
  const metrics = createMetrics()
  const begun: ((outgoing: Outgoing) => number)[] = []
  const exchange: Exchange = metrics.watch((_incoming, send) => void begun.push(send))
  const leaving = new AbortController()
  exchange(incomingOf(), () => 7)
  exchange(incomingOf({ signal: leaving.signal }), () => 0)
  const inFlight = async () => (await lines(metrics, 'postern_http_requests_in_flight')).join()
  assert.equal(await inFlight(), 'postern_http_requests_in_flight 2')
  assert.equal(begun[0]?.({ status: 200, headers: [], body: null }), 7)
  assert.equal(await inFlight(), 'postern_http_requests_in_flight 1')
  leaving.abort()
  assert.equal(await inFlight(), 'postern_http_requests_in_flight 0')
  begun[1]?.({ status: 200, headers: [], body: null })
  assert.equal(await inFlight(), 'postern_http_requests_in_flight 0')
})

test('two services in one process count separately', async () => {
  const [first, second] = [createMetrics(), createMetrics()]
  const notice = { incoming: incomingOf(), operation: undefined, status: 404, milliseconds: 1, bytes: 0 }
  first.observe(contract, notice)
  assert.equal((await lines(first, 'postern_http_requests_total')).length, 1)
  assert.equal((await lines(second, 'postern_http_requests_total')).length, 0)
})
