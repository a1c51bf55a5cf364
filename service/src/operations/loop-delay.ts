import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How long work waits for its turn in this process. */
export interface LoopDelay {
  /** Returns the mean delay over the last 250 ms or more, in milliseconds. */
  readonly read: () => number
  readonly close: () => void
}

/** Starts the measurement; it does not keep the process alive. */
export function openLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let mean = 0
  let since = performance.now()
  let seen = { count: 0, sum: 0 }
  return {
    read() {
      const now = performance.now()
      if (now - since < 250) return mean
      const { count } = histogram
      if (count === seen.count) return mean
      // The histogram holds the time between two samples, which equals the resolution when nothing waits. It is never
      // reset: a reset would forget the last sample, and with it the turn that follows.
      const sum = histogram.mean * count
      mean = (sum - seen.sum) / (count - seen.count) / 1e6 - resolution
      since = now
      seen = { count, sum }
      return mean
    },
    close: () => void histogram.disable(),
  }
}

const resolution = 50
