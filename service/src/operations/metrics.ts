import type { AnswerNotice, Contract, Exchange } from '@postern/contract'
import { AggregatorRegistry, collectDefaultMetrics, type PrometheusContentType, Registry } from 'prom-client'
import { type AnswerCount, createAnswerCounts } from './answer-counts.ts'

/** The metrics of a running service, for Prometheus. */
export interface Metrics {
  /** Counts a response by method, route template and class of status. */
  readonly observe: (contract: Contract, notice: AnswerNotice) => void
  /** Returns the same exchange; each request counts as in flight until it has its response or its client is gone. */
  readonly watch: (exchange: Exchange) => Exchange
  /** Returns all metrics so far in Prometheus' text format 0.0.4. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

/** Creates metrics that share nothing with others, except those of the process: memory, CPU, event loop, garbage collection. */
export function createMetrics(): Metrics {
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  const answers = createAnswerCounts()
  let inFlight = 0
  return {
    observe: answers.add,
    watch: (exchange) =>
      watched(exchange, (requests) => {
        inFlight += requests
      }),
    text() {
      // prom-client's own counters process the labels of every request; here it receives the counts only on demand.
      const ofRequests = AggregatorRegistry.aggregate<PrometheusContentType>([
        requestMetrics(answers.all, inFlight),
      ])
      return Registry.merge([ofProcess, ofRequests]).metrics()
    },
    contentType: ofProcess.contentType,
  }
}

/** Returns the form of prom-client's `getMetricsAsJSON`. */
function requestMetrics(counts: readonly AnswerCount[], inFlight: number) {
  return [
    {
      name: 'postern_http_requests_total',
      help: 'Answered requests',
      type: 'counter',
      aggregator: 'sum',
      values: counts.map(({ labels, answers }) => ({ labels, value: answers })),
    },
    {
      name: durations,
      help: 'Time from the request line to the answer',
      type: 'histogram',
      aggregator: 'sum',
      values: counts.flatMap(durationsOf),
    },
    {
      name: 'postern_http_requests_in_flight',
      help: 'Requests begun and not yet answered',
      type: 'gauge',
      aggregator: 'sum',
      values: [{ labels: {}, value: inFlight }],
    },
  ]
}

const durations = 'postern_http_request_duration_seconds'

/** Prometheus buckets are cumulative: each includes those before it. */
function durationsOf({ labels, answers, seconds, buckets }: AnswerCount) {
  let sum = 0
  const bounded = buckets.map((bucket) => {
    sum += bucket.answers
    return { metricName: `${durations}_bucket`, labels: { le: bucket.le, ...labels }, value: sum }
  })
  return [
    ...bounded,
    { metricName: `${durations}_bucket`, labels: { le: '+Inf', ...labels }, value: answers },
    { metricName: `${durations}_sum`, labels, value: seconds },
    { metricName: `${durations}_count`, labels, value: answers },
  ]
}

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
