import type { Incoming } from '../incoming.ts'

/** An answer on its way; a `ServerResponse` is one, of HTTP/2 as well. */
export interface Answer {
  readonly destroyed: boolean
  readonly writableEnded: boolean
  readonly writableFinished: boolean
  /** Of HTTP/2 alone: its response does not say that it is destroyed, and says that it finished of one that was reset. */
  readonly stream?: {
    readonly destroyed: boolean
    readonly rstCode: number
    once(event: 'aborted', listener: () => void): unknown
    close(code: number): void
    destroy(): unknown
  }
  on(event: 'close', listener: () => void): unknown
}

/** Whether an answer's connection is closed, or its stream. */
export function isClosed({ destroyed, stream }: Pick<Answer, 'destroyed' | 'stream'>): boolean {
  return stream === undefined ? destroyed : stream.destroyed
}

/** Calls what it is given, once, where the client of a request goes away before its answer is out. */
export type WhenCutOff = (then: () => void) => void

/** Watches an answer, whose connection may close before it is out. One listener serves all who ask: Node warns of more than ten. */
export function watchAnswer(answer: Answer): WhenCutOff {
  const asking: (() => void)[] = []
  answer.on('close', () => {
    if (!isOut(answer)) for (const then of asking) then()
  })
  return (then) => {
    if (!isClosed(answer)) asking.push(then)
    else if (!isOut(answer)) then()
  }
}

function isOut({ writableEnded, writableFinished, stream }: Answer): boolean {
  return stream === undefined ? writableFinished : writableEnded && stream.rstCode === NO_ERROR
}

/** Closes an answer with its stream of HTTP/2, whatever that was reset for: where the client gives no error as the reason, Node waits to
 *  send what was written, for ever, and no event tells of it. */
export function closeWithStream({ stream }: Answer): void {
  stream?.once('aborted', () => {
    if (stream.rstCode === NO_ERROR) stream.destroy()
  })
}

/** What of an answer is needed to cut it off. */
export interface Cuttable extends Pick<Answer, 'stream'> {
  /** False over HTTP/1.0, where an answer may end with its connection. */
  readonly useChunkedEncodingByDefault?: boolean
  /** Null while it waits for the answers before it on its connection. */
  readonly socket?: { resetAndDestroy(): unknown } | null
  once(event: 'socket', listener: () => void): unknown
  destroy(): unknown
}

/** Cuts an answer off, so that no client takes what it has of it for the whole. */
export function cutOff(answer: Cuttable): void {
  if (answer.stream !== undefined) answer.stream.close(INTERNAL_ERROR)
  // Destroyed before its turn, it would never be over, and its connection hang behind the answers before it.
  else if (answer.socket === null) answer.once('socket', () => cutOff(answer))
  else if (answer.useChunkedEncodingByDefault === false && answer.socket) answer.socket.resetAndDestroy()
  else answer.destroy()
}

/** RFC 9113 §7. */
const NO_ERROR = 0
const INTERNAL_ERROR = 2

/** A controller that aborts when the client of a request goes away, for the reason that it gave, if any. */
export function abortedWhenGone(
  request: Pick<Incoming, 'whenGone'>,
  reason: () => unknown = () => undefined,
): AbortController {
  const controller = new AbortController()
  request.whenGone(() => controller.abort(reason()))
  return controller
}
