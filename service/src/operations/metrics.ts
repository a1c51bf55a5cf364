import type { AnswerNotice, Contract, Exchange } from '@postern/contract'
import { AggregatorRegistry, collectDefaultMetrics, type PrometheusContentType, Registry } from 'prom-client'
import { type AnswerCount, createAnswerCounts } from './answer-counts.ts'

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
      // prom-client's own counters look at the labels of every request; it is given what was counted when somebody asks.
      const ofRequests = AggregatorRegistry.aggregate<PrometheusContentType>([
        requestMetrics(answers.all, inFlight),
      ])
      return Registry.merge([ofProcess, ofRequests]).metrics()
    },
    contentType: ofProcess.contentType,
  }
}

/** In the form of prom-client's `getMetricsAsJSON`. */
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

/** A bucket of Prometheus holds what the ones before it hold as well. */
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
