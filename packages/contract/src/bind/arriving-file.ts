import { UploadedFile } from '../route/file.ts'
import type { FileField } from '../route/file-fields.ts'
import { tooLarge } from './broken-body.ts'
import type { PartHead } from './part-head.ts'
import type { PartReader } from './part-reader.ts'

/** How a file that has begun is read. */
export interface FileTerms {
  readonly field: FileField
  readonly reader: PartReader
  /** Awaited between the file's last byte and the end of its stream. */
  readonly onEnd: () => Promise<unknown>
  /** Called when nobody wants the rest of the file. */
  readonly onCancel: () => void
  /** Receives what broke the file. */
  readonly onBreak: (error: unknown) => void
}

/** A file whose bytes are taken from the form as its stream is read. */
export class ArrivingFile {
  readonly file: UploadedFile
  readonly #terms: FileTerms
  #size = 0
  #isOver = false
  #isPassed = false
  #isCancelled = false
  /** The read in progress. */
  #reading: Promise<void> = Promise.resolve()

  constructor({ filename = '', type }: PartHead, terms: FileTerms) {
    this.#terms = terms
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: (controller) => {
        this.#reading = this.#pull(controller)
        return this.#reading
      },
      cancel: () => {
        this.#isCancelled = true
        terms.onCancel()
      },
    }
    const stream = new ReadableStream(source, { highWaterMark: 0 })
    this.file = new UploadedFile({ field: terms.field.name, name: filename, type, stream })
  }

  /** Drops what was not read of the file. Rejects with a BrokenBody. */
  async pass(): Promise<void> {
    if (!this.#isOver) await this.#reading
    this.#isPassed = !this.#isOver
    while (!this.#isOver) await this.#read()
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { field, onEnd, onBreak } = this.#terms
    if (this.#isPassed)
      throw new TypeError(`The file ${field.name} was not read before the next one was requested`)
    try {
      const piece = await this.#read()
      if (piece === undefined) await onEnd()
      if (this.#isCancelled) return
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
    } catch (error) {
      if (!this.#isCancelled) onBreak(error)
      throw error
    }
  }

  /** Returns the next piece; undefined at the end. */
  async #read(): Promise<Uint8Array | undefined> {
    const piece = await this.#terms.reader.next()
    if (ArrayBuffer.isView(piece)) {
      this.#size += piece.length
      if (this.#size > this.#terms.field.kind.limits.maxSize) throw tooLarge()
      return piece
    }
    this.#isOver = true
    return undefined
  }
}
