/** Runs a candidate over the inputs from one index to another and keeps each result, so that none can be optimized away. */
export type Loop = (run: (input: unknown) => unknown, stretch: Stretch) => void

/** Some of the inputs, and where to store the results. */
export interface Stretch {
  readonly inputs: readonly unknown[]
  readonly from: number
  readonly to: number
  readonly ring: unknown[]
}

/** Creates a separate loop for one candidate: generated, so that no two candidates share what the engine learns about it. */
export function createLoop(): Loop {
  return new Function(
    'run',
    'stretch',
    'const { inputs, from, to, ring } = stretch; for (let i = from; i < to; i++) ring[i & 1023] = run(inputs[i])',
  ) as Loop
}

/** The maximum number of bytes in a sink. */
export const SINK_SIZE = 2 ** 18

/**
 * The same for writers: `write`, with its text copied to bytes as for a socket, in a separate function; returns the
 * number of bytes.
 */
export function createSink(write: (value: unknown) => string): (value: unknown) => unknown {
  const bytes = Buffer.alloc(SINK_SIZE)
  return new Function('write', 'bytes', 'return (value) => bytes.write(write(value))')(write, bytes)
}
