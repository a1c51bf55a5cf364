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
  const answered = new Counter({
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
  const inFlight = new Gauge({
    name: 'postern_http_requests_in_flight',
    help: 'Requests begun and not yet answered',
    registers,
  })
  return {
    observe(contract, notice) {
      const labels = labelsOf(contract, notice)
      answered.inc(labels)
      durations.observe(labels, notice.milliseconds / 1000)
    },
    watch: (exchange) => watched(exchange, inFlight),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

const labelNames = ['method', 'route', 'status'] as const
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function labelsOf({ routes }: Contract, { incoming, operation, status }: AnswerNotice) {
  return {
    // Whoever may choose a label's values may fill the memory: no method and no path as it came.
    method: methods.has(incoming.method) ? incoming.method : 'other',
    route: operation === undefined ? 'none' : (routes[operation]?.path ?? operation),
    status: `${Math.floor(status / 100)}xx`,
  }
}

function watched(exchange: Exchange, inFlight: Gauge): Exchange {
  return (incoming, send) => {
    let isOver = false
    const finish = () => {
      if (!isOver) inFlight.dec()
      isOver = true
    }
    inFlight.inc()
    incoming.signal.addEventListener('abort', finish, { once: true })
    exchange(incoming, (outgoing) => {
      finish()
      return send(outgoing)
    })
  }
}
