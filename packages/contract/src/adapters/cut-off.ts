import type { Incoming } from '../incoming.ts'

/** A response being sent. A `ServerResponse` is one, over HTTP/2 too. */
export interface Answer {
  readonly destroyed: boolean
  readonly writableEnded: boolean
  readonly writableFinished: boolean
  /** HTTP/2 only: there the response does not show that it is destroyed, and shows a reset one as finished. */
  readonly stream?: {
    readonly destroyed: boolean
    readonly rstCode: number
    once(event: 'aborted', listener: () => void): unknown
    close(code: number): void
    destroy(): unknown
  }
  on(event: 'close', listener: () => void): unknown
}

/** Whether the connection of a response, or its stream, is closed. */
export function isClosed({ destroyed, stream }: Pick<Answer, 'destroyed' | 'stream'>): boolean {
  return stream === undefined ? destroyed : stream.destroyed
}

/** Calls `then` once, if the client of a request goes away before its response is sent. */
export type WhenCutOff = (then: () => void) => void

/**
 * Watches a response whose connection may close before it is sent. One listener serves everyone who asks: Node warns
 * about more than ten.
 */
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

/**
 * Closes a response when its HTTP/2 stream is reset, whatever the reason. If the client resets it without an error,
 * Node waits for ever to send what was written, and no event reports it.
 */
export function closeWithStream({ stream }: Answer): void {
  stream?.once('aborted', () => {
    if (stream.rstCode === NO_ERROR) stream.destroy()
  })
}

/** What is needed of a response to cut it off. */
export interface Cuttable extends Pick<Answer, 'stream'> {
  /** False over HTTP/1.0, where the end of the connection may end the response. */
  readonly useChunkedEncodingByDefault?: boolean
  /** Null while the response waits for earlier ones on its connection. */
  readonly socket?: { resetAndDestroy(): unknown } | null
  once(event: 'socket', listener: () => void): unknown
  destroy(): unknown
}

/** Cuts a response off, so that no client takes what it received for the whole. */
export function cutOff(answer: Cuttable): void {
  if (answer.stream !== undefined) answer.stream.close(INTERNAL_ERROR)
  // Destroyed before its turn, it would never end, and its connection would hang after the responses before it.
  else if (answer.socket === null) answer.once('socket', () => cutOff(answer))
  else if (answer.useChunkedEncodingByDefault === false && answer.socket) answer.socket.resetAndDestroy()
  else answer.destroy()
}

/** RFC 9113 §7. */
const NO_ERROR = 0
const INTERNAL_ERROR = 2

/** Returns a controller that aborts when the client of a request goes away. */
export function abortedWhenGone(request: Pick<Incoming, 'whenGone'>): AbortController {
  const controller = new AbortController()
  request.whenGone(() => controller.abort())
  return controller
}
