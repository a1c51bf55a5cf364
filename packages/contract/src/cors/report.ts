/**
 * Reports an error to an observer. An observer that throws or rejects must neither cost the client its response nor
 * bring down the server, and there is no one left to report that to.
 */
export function report(observe: (error: unknown) => unknown, error: unknown): void {
  new Promise((resolve) => resolve(observe(error))).catch(() => undefined)
}
