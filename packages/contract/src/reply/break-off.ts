/** Rejects with `error` in a later turn. To be asked where something was given: of a stream that breaks in the turn in which it gave
 *  something, Bun sends nothing of that, nor the head of its answer; and of one that gave nothing half a head a turn later, which
 *  Chromium takes for a whole answer. */
export function breakOff(error: unknown): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(error))
  })
}
