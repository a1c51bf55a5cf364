import type { AnswerNotice, Contract, Exchange } from '@postern/contract'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createRequestTally, type RequestLabels, type RequestSeries } from './request-tally.ts'

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
  collectDefaultMetrics({ register: registry })
  let begun = 0
  new Gauge({
    name: 'postern_http_requests_in_flight',
    help: 'Requests begun and not yet answered',
    registers: [registry],
    collect() {
      this.set(begun)
    },
  })
  const tally = createRequestTally()
  const seriesOf = rememberSeries(tally.begin)
  return {
    observe: (contract, notice) => seriesOf(contract, notice).count(notice.milliseconds / 1000),
    watch: (exchange) =>
      watched(exchange, (requests) => {
        begun += requests
      }),
    text: async () => `${tally.text()}\n${await registry.metrics()}`,
    contentType: registry.contentType,
  }
}

type SeriesOf = (contract: Contract, notice: AnswerNotice) => RequestSeries

/** Finds the series of an answered request; its labels are made once. */
function rememberSeries(begin: (labels: RequestLabels) => RequestSeries): SeriesOf {
  const known = new Map<string, RequestSeries>()
  return ({ routes }, { incoming, operation, status }) => {
    // Whoever may choose a label's values may fill the memory: no method and no path as it came.
    const method = methods.has(incoming.method) ? incoming.method : 'other'
    const answer = Math.floor(status / 100)
    const key = `${method} ${answer} ${operation}`
    const found = known.get(key)
    if (found !== undefined) return found
    const route = operation === undefined ? 'none' : (routes[operation]?.path ?? operation)
    const series = begin({ method, route, status: `${answer}xx` })
    known.set(key, series)
    return series
  }
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
