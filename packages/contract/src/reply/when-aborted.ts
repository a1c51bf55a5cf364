/** Calls `then` when the signal is aborted, or at once where it is already. */
export function whenAborted(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
}

/** Errors a stream with a signal's reason when that is aborted: what was read of it is not the whole. Not where nobody reads on. */
export function errorWhenAborted(
  signal: AbortSignal,
  controller: Pick<ReadableStreamDefaultController, 'error'>,
  isLeft: () => boolean = () => false,
): void {
  // In a later turn: a server has cancelled by then what its client left, and Deno's prints the error of what it has not.
  whenAborted(signal, () => {
    if (!isLeft()) setTimeout(() => controller.error(signal.reason))
  })
}
