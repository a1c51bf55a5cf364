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
  let delay = 0
  let last = { at: performance.now(), count: 0, sum: 0 }
  return {
    read() {
      const at = performance.now()
      if (at - last.at < averagedOver) return delay
      // All samples since the start: a reset would forget the last one, and with it the turn that follows.
      const { count } = histogram
      if (count === last.count) return delay
      const sum = histogram.mean * count
      // A sample is the time in nanoseconds since the previous one, which equals the resolution when nothing waits.
      delay = (sum - last.sum) / (count - last.count) / 1e6 - resolution
      last = { at, count, sum }
      return delay
    },
    close: () => void histogram.disable(),
  }
}

/** The least time that a mean is taken over, in milliseconds. */
const averagedOver = 250

/** Milliseconds between two samples. */
const resolution = 50
