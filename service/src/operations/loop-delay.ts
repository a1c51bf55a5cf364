import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How long work waits for its turn in this process. */
export interface LoopDelay {
  /** The mean of the last quarter of a second or more, in milliseconds. */
  readonly read: () => number
  readonly close: () => void
}

/** Opens the measurement; it keeps no process alive. */
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
      // The histogram holds the time between two looks, which is the resolution where nothing waits. It is never reset: that
      // would have it forget the last look, and the turn behind it.
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
