/**
 * Tells an observer of an error. One that breaks, at once or later, must cost neither the client its answer nor everybody
 * the server, and nobody is left to be told of it.
 */
export function tell(observe: (error: unknown) => unknown, error: unknown): void {
  new Promise((resolve) => resolve(observe(error))).catch(() => undefined)
}
