/** An answer on its way; a `ServerResponse` is one. */
interface Answer {
  readonly destroyed: boolean
  readonly writableFinished: boolean
  once(event: 'close', listener: () => void): unknown
}

/** A signal that is aborted where an answer's connection closes before it is out. */
export function abortedWith(answer: Answer): AbortSignal {
  const controller = new AbortController()
  if (answer.destroyed && !answer.writableFinished) controller.abort()
  answer.once('close', () => {
    if (!answer.writableFinished) controller.abort()
  })
  return controller.signal
}
