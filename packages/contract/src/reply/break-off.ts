/** Rejects with `error` in a later turn: of a stream that breaks in the turn in which it gave something Bun sends nothing of that,
 *  nor the head of its answer. */
export function breakOff(error: unknown): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(error))
  })
}
