/** Rejects with `error`; in a later turn where something was given: of a stream that breaks in the turn in which it gave something, Bun
 *  sends nothing of that, nor the head of its answer, and of one that gave nothing half a head a turn later, which Chromium takes for a
 *  whole answer. */
export async function breakOff(error: unknown, isBegun: boolean): Promise<never> {
  if (isBegun) await new Promise((resolve) => setTimeout(resolve))
  throw error
}
