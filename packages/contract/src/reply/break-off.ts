/**
 * Rejects with `error`, in a later turn if the stream has given something. If a stream breaks in the turn in which it
 * gave something, Bun sends nothing of that, nor the response's head. If a stream that gave nothing breaks a turn
 * later, Bun sends half a head, which Chromium takes for a whole response.
 */
export async function breakOff(error: unknown, isBegun: boolean): Promise<never> {
  if (isBegun) await new Promise((resolve) => setTimeout(resolve))
  throw error
}
