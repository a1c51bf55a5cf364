/** What answered requests are counted by. */
export interface RequestLabels {
  readonly method: string
  readonly route: string
  /** The class of the status: `2xx`, `4xx` and so on. */
  readonly status: string
}

/** Counts the answered requests of one combination of labels. */
export interface RequestSeries {
  /** Counts one, which took so long. */
  readonly count: (seconds: number) => void
}

/** Counts answered requests and their durations. */
export interface RequestTally {
  /** Begins the series of these labels; ask for each once. */
  readonly begin: (labels: RequestLabels) => RequestSeries
  /** Everything so far in Prometheus' text format 0.0.4. */
  readonly text: () => string
}

const total = 'postern_http_requests_total'
const duration = 'postern_http_request_duration_seconds'
/** The longest duration in seconds that counts for each bucket; every one counts for `+Inf`. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Creates a tally. Whoever counts keeps the series: prom-client's own counters look their labels up again for every
 * request, which is a tenth of its time.
 */
export function createRequestTally(): RequestTally {
  const all: Counted[] = []
  return {
    begin(labels) {
      const counted: Counted = {
        labels: labelsText(labels),
        buckets: bounds.map(() => 0),
        seconds: 0,
        all: 0,
      }
      all.push(counted)
      return { count: (seconds) => count(counted, seconds) }
    },
    text: () =>
      [
        `# HELP ${total} Answered requests`,
        `# TYPE ${total} counter`,
        ...all.map(({ labels, all: requests }) => `${total}{${labels}} ${requests}`),
        '',
        `# HELP ${duration} Time from the request line to the answer`,
        `# TYPE ${duration} histogram`,
        ...all.flatMap(durationLines),
        '',
      ].join('\n'),
  }
}

/** The requests of one series; `buckets` are counted each for itself, and added up when they are told. */
interface Counted {
  readonly labels: string
  readonly buckets: number[]
  seconds: number
  all: number
}

function count(counted: Counted, seconds: number): void {
  counted.all += 1
  counted.seconds += seconds
  const bucket = bounds.findIndex((bound) => seconds <= bound)
  const before = counted.buckets[bucket]
  if (before !== undefined) counted.buckets[bucket] = before + 1
}

function durationLines({ labels, buckets, seconds, all }: Counted): string[] {
  let within = 0
  const lines = buckets.map((requests, index) => {
    within += requests
    return `${duration}_bucket{le="${bounds[index]}",${labels}} ${within}`
  })
  const infinite = `${duration}_bucket{le="+Inf",${labels}} ${all}`
  return [...lines, infinite, `${duration}_sum{${labels}} ${seconds}`, `${duration}_count{${labels}} ${all}`]
}

/** No label can hold a quote, a backslash or a line end: methods are a fixed few, and routes are declared. */
function labelsText({ method, route, status }: RequestLabels): string {
  return `method="${method}",route="${route}",status="${status}"`
}
