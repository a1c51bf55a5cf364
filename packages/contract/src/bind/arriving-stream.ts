import { FAILURES, Refusal } from '../reply/failure.ts'
import { ArrivingBytes } from './arriving-bytes.ts'
import type { ArrivingBinding } from './body-binding.ts'
import { BrokenBody, tooLarge } from './broken-body.ts'

/**
 * Compiles how a body of at most `limit` bytes is passed on as it arrives; a {@link Refusal} if its head announces
 * more.
 */
export function compileStream(limit: number): ArrivingBinding {
  return async ({ incoming, issues, refuse }) => {
    if (issues.length > 0) return undefined
    if (Number(incoming.header('content-length')) > limit) return new Refusal(FAILURES.tooLarge)
    const bytes = new ArrivingBytes(incoming)
    let size = 0
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        const piece = await bytes.next()
        if (piece === undefined) return controller.close()
        size += piece.length
        if (size > limit) throw tooLarge()
        controller.enqueue(piece)
      } catch (error) {
        bytes.cancel()
        if (error instanceof BrokenBody) refuse(error.failure)
        throw error
      }
    }
    return new ReadableStream({ pull, cancel: () => bytes.cancel() }, { highWaterMark: 0 })
  }
}
