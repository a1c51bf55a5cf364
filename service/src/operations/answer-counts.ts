import type { AnswerNotice, Contract } from '@postern/contract'

/** The answered requests of one method, route and class of status. */
export interface AnswerCount {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string }
  answers: number
  /** What they took together. */
  seconds: number
  /** How many took `le` seconds at most and longer than the bucket before; what took longer than the last is in none. */
  readonly buckets: readonly { readonly le: number; answers: number }[]
}

/** Counts answered requests without a text made of each one's labels. */
export interface AnswerCounts {
  readonly add: (contract: Contract, notice: AnswerNotice) => void
  /** Everything so far, in the order of the first answers. */
  readonly all: readonly AnswerCount[]
}

/** Creates the counts of one service. */
export function createAnswerCounts(): AnswerCounts {
  const all: AnswerCount[] = []
  const byOperation = new Map<string | undefined, readonly ClassCount[]>()
  return {
    all,
    add({ routes }, { incoming, operation, status, milliseconds }) {
      // Whoever may choose a label's values may fill the memory: no method and no path as it came.
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
  /** Of the status: 2 of 204. */
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
