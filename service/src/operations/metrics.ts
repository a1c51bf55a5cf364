import type { AnswerNotice, Contract, Exchange } from '@postern/contract'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What a running service counts, for Prometheus. */
export interface Metrics {
  /** Counts an answered request by method, route template and class of status. */
  readonly observe: (contract: Contract, notice: AnswerNotice) => void
  /** The same exchange, whose requests count as in flight until they are answered or their client is gone. */
  readonly watch: (exchange: Exchange) => Exchange
  /** Everything so far in Prometheus' text format 0.0.4. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

/** Creates metrics of their own; those of the process are the process's: memory, CPU, event loop, garbage collection. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const series = new Map<string, Series>()
  let inFlight = 0
  // What can be counted without prom-client's look at the labels is told to it when somebody asks.
  new Counter({
    name: 'postern_http_requests_total',
    help: 'Answered requests',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const { labels, answered } of series.values()) this.inc(labels, answered)
    },
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
    collect() {
      this.set(inFlight)
    },
  })
  return {
    observe(contract, notice) {
      const found = seriesOf(series, contract, notice)
      found.answered++
      durations.observe(found.labels, notice.milliseconds / 1000)
    },
    watch: (exchange) =>
      watched(exchange, (requests) => {
        inFlight += requests
      }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

const labelNames = ['method', 'route', 'status'] as const

/** The answered requests of one combination of labels. */
interface Series {
  readonly labels: Readonly<Record<(typeof labelNames)[number], string>>
  answered: number
}

function seriesOf(
  known: Map<string, Series>,
  { routes }: Contract,
  { incoming, operation, status }: AnswerNotice,
): Series {
  // Whoever may choose a label's values may fill the memory: no method and no path as it came.
  const method = methods.has(incoming.method) ? incoming.method : 'other'
  const answer = Math.floor(status / 100)
  const key = `${method} ${answer} ${operation}`
  const found = known.get(key)
  if (found !== undefined) return found
  const route = operation === undefined ? 'none' : (routes[operation]?.path ?? operation)
  const series = { labels: { method, route, status: `${answer}xx` }, answered: 0 }
  known.set(key, series)
  return series
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function watched(exchange: Exchange, add: (requests: number) => void): Exchange {
  return (incoming, send) => {
    let isOver = false
    const finish = () => {
      if (!isOver) add(-1)
      isOver = true
    }
    add(1)
    incoming.whenGone(finish)
    exchange(incoming, (outgoing) => {
      finish()
      return send(outgoing)
    })
  }
}
