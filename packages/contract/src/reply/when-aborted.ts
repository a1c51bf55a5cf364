/** Calls `then` once, when a signal is aborted; at once if it already is. */
export function whenAborted(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
}

/**
 * Errors a stream with a signal's reason when the signal is aborted: what was read of it is not the whole. Not if
 * nobody reads on.
 */
export function errorWhenAborted(
  signal: AbortSignal,
  controller: Pick<ReadableStreamDefaultController, 'error'>,
  isLeft: () => boolean = () => false,
): void {
  // In a later turn: by then a server has cancelled what its client left, and Deno's prints the error of what it has
  // not cancelled.
  whenAborted(signal, () => {
    if (!isLeft()) setTimeout(() => controller.error(signal.reason))
  })
}
