/** Runs a candidate once over every input and keeps each result in the ring, so that none can be optimised away. */
export type Loop = (run: (input: unknown) => unknown, inputs: readonly unknown[], ring: unknown[]) => void

/** A loop of its own for one candidate: generated, so that no two candidates share what the engine learns of it. */
export function createLoop(): Loop {
  return new Function(
    'run',
    'inputs',
    'ring',
    'for (let i = 0; i < inputs.length; i++) ring[i & 1023] = run(inputs[i])',
  ) as Loop
}
