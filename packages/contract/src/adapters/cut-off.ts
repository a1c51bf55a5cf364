import type { Incoming } from '../incoming.ts'

/** An answer on its way; a `ServerResponse` is one. */
interface Answer {
  readonly destroyed: boolean
  readonly writableFinished: boolean
  on(event: 'close', listener: () => void): unknown
}

/** Calls `then`, once, where an answer's connection closes before it is out. */
export function whenCutOff(answer: Answer, then: () => void): void {
  if (answer.destroyed && !answer.writableFinished) then()
  else
    answer.on('close', () => {
      if (!answer.writableFinished) then()
    })
}

/** A signal that is aborted when the client of a request goes away. */
export function abortedWhenGone(request: Pick<Incoming, 'whenGone'>): AbortSignal {
  const controller = new AbortController()
  request.whenGone(() => controller.abort())
  return controller.signal
}
