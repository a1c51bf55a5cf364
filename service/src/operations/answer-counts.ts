import type { AnswerNotice, Contract } from '@postern/contract'

/** The responses to one method and route with one class of status. */
export interface AnswerCount {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string }
  answers: number
  /** Their total duration. */
  seconds: number
  /** Requests that took at most `le` seconds and longer than the previous bucket. Those beyond the last bound are in no bucket. */
  readonly buckets: readonly { readonly le: number; answers: number }[]
}

/** Counts responses without building a string from the labels of each one. */
export interface AnswerCounts {
  readonly add: (contract: Contract, notice: AnswerNotice) => void
  /** All counts so far, in the order of the first responses. */
  readonly all: readonly AnswerCount[]
}

/** Creates the counts of one service. */
export function createAnswerCounts(): AnswerCounts {
  const all: AnswerCount[] = []
  const byOperation = new Map<string | undefined, readonly ClassCount[]>()
  return {
    all,
    add({ routes }, { incoming, operation, status, milliseconds }) {
      // A client that could choose label values could fill the memory: no method and no path is used as received.
      const method = methods.has(incoming.method) ? incoming.method : 'other'
      const hundreds = Math.floor(status / 100)
      const known = byOperation.get(operation) ?? []
      let count = known.find((one) => one.labels.method === method && one.hundreds === hundreds)
      if (count === undefined) {
        const route = operation === undefined ? 'none' : (routes[operation]?.path ?? operation)
        count = createCount(method, route, hundreds)
        byOperation.set(operation, [...known, count])
        all.push(count)
      }
      addTo(count, milliseconds / 1000)
    },
  }
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface ClassCount extends AnswerCount {
  /** The class of the status: 2 for 204. */
  readonly hundreds: number
}

function createCount(method: string, route: string, hundreds: number): ClassCount {
  const labels = { method, route, status: `${hundreds}xx` }
  return { labels, hundreds, answers: 0, seconds: 0, buckets: bounds.map((le) => ({ le, answers: 0 })) }
}

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function addTo(count: AnswerCount, seconds: number): void {
  count.answers++
  count.seconds += seconds
  const bucket = count.buckets.find(({ le }) => seconds <= le)
  if (bucket !== undefined) bucket.answers++
}
