import { HeldBytes } from '../joined-bytes.ts'
import type { UploadedFile } from '../route/file.ts'
import { type FileField, isOfSeveral } from '../route/file-fields.ts'
import { ArrivingFile, type FileTerms } from './arriving-file.ts'
import { tooLarge } from './broken-body.ts'
import type { FormShape } from './form-shape.ts'
import type { PartHead } from './part-head.ts'
import type { PartEvent } from './part-parser.ts'
import type { PartReader } from './part-reader.ts'
import { partValue } from './part-value.ts'

/** A declared part of a form: a text, a file, or what was sent in place of one of them. */
export interface Part {
  readonly name: string
  readonly value: unknown
}

/** The declared parts of a form, one by one on demand. Undeclared parts are skipped. */
export class ArrivingParts {
  readonly #shape: FormShape
  readonly #reader: PartReader
  readonly #watch: Pick<FileTerms, 'onEnd' | 'onCancel' | 'onBreak'>
  readonly #counts = new Map<string, number>()
  /** How many bytes may still come beside the files. */
  #left: number
  #last: ArrivingFile | undefined

  constructor(
    shape: FormShape,
    reader: PartReader,
    watch: Pick<FileTerms, 'onEnd' | 'onCancel' | 'onBreak'>,
  ) {
    this.#shape = shape
    this.#reader = reader
    this.#watch = watch
    this.#left = shape.limit
  }

  /** Returns how many files came under a name on the wire. */
  countOf(wireName: string): number {
    return this.#counts.get(wireName) ?? 0
  }

  /**
   * Returns the next part; undefined after the last. A file has only begun then; the next call drops what is not read
   * of it.
   */
  async next(): Promise<Part | undefined> {
    await this.#last?.pass()
    for (let event = await this.#reader.next(); event !== undefined; event = await this.#reader.next()) {
      if (!isHead(event)) continue
      const { name, filename } = event
      const field = this.#shape.fields.get(name)
      // What a browser sends for an empty file input (HTML, constructing the entry list).
      if (filename === '' && field?.required === false && (await this.#isEmpty())) continue
      if (filename !== undefined && field !== undefined && this.#isWanted(field))
        return { name, value: this.#open(event, field) }
      if (this.#shape.texts.has(name) || (field !== undefined && filename === undefined))
        return { name, value: await this.#readText(event) }
      await this.#readPart()
    }
    return undefined
  }

  /**
   * Returns the texts after a file that has begun, if some are `missing`. It reads until none is missing and another
   * file begins, or the form ends: a browser sends a form in the order of its fields, and the values of one name
   * together. What comes in between is kept for its readers, up to the size that a body may have; beyond that, texts
   * are late.
   */
  async takeTexts(missing: Set<string>): Promise<readonly Part[]> {
    if (missing.size === 0) return []
    const texts: Part[] = []
    const held = new HeldEvents()
    for (let room = this.#shape.limit; room > 0; ) {
      const event = await this.#reader.next()
      if (event === undefined) break
      if (isHead(event) && this.#shape.texts.has(event.name)) {
        texts.push({ name: event.name, value: await this.#readText(event) })
        missing.delete(event.name)
        continue
      }
      room -= held.add(event)
      if (missing.size === 0 && isHead(event) && this.#shape.fields.has(event.name)) break
    }
    this.#reader.unread(held.events)
    return texts
  }

  cancel(): void {
    this.#reader.cancel()
  }

  /** Returns the text of a part that has begun, or what FastAPI makes of a file in its place. */
  async #readText(head: PartHead): Promise<unknown> {
    const held = new HeldBytes()
    await this.#readPart(head.filename === undefined ? held : undefined)
    return partValue(head, held.pieces, this.#reader.decode)
  }

  /** Whether the part that has begun has no content. Of a part with content nothing is consumed. */
  async #isEmpty(): Promise<boolean> {
    const event = await this.#reader.next()
    if (event !== undefined) this.#reader.unread([event])
    return event === 'end'
  }

  /** Of several files under the name of a single file, all but the first are skipped. */
  #isWanted({ kind, wireName }: FileField): boolean {
    return isOfSeveral(kind) || this.countOf(wireName) === 0
  }

  #open(head: PartHead, field: FileField): UploadedFile {
    const count = this.countOf(field.wireName) + 1
    this.#counts.set(field.wireName, count)
    const all = [...this.#counts.values()].reduce((sum, one) => sum + one, 0)
    if (count > field.kind.limits.maxCount || all > this.#shape.files.maxCount) throw tooLarge()
    this.#last = new ArrivingFile(head, { field, reader: this.#reader, ...this.#watch })
    return this.#last.file
  }

  /** Reads a part to its end, and adds its bytes to `held` if they are to be kept. */
  async #readPart(held?: HeldBytes): Promise<void> {
    for (
      let piece = await this.#reader.next();
      ArrayBuffer.isView(piece);
      piece = await this.#reader.next()
    ) {
      this.#left -= piece.length
      if (this.#left < 0) throw tooLarge()
      held?.add(copyOf(piece))
    }
  }
}

function isHead(event: PartEvent): event is PartHead {
  return !ArrayBuffer.isView(event) && event !== 'end'
}

/**
 * Copies a piece that is to be kept: as received it is a view of everything that came with it, and so is a `Buffer`'s
 * slice.
 */
function copyOf(piece: Uint8Array): Uint8Array {
  return new Uint8Array(piece)
}

/**
 * Events that are put back, kept in about as much memory as they need. Into which pieces a part's bytes were split
 * makes no difference.
 */
class HeldEvents {
  readonly #held: (PartHead | 'end' | HeldBytes)[] = []

  get events(): readonly PartEvent[] {
    return this.#held.flatMap((one): readonly PartEvent[] => (one instanceof HeldBytes ? one.pieces : [one]))
  }

  /** Returns about how much memory keeping one more event takes. */
  add(event: PartEvent): number {
    if (!ArrayBuffer.isView(event)) {
      this.#held.push(event)
      return isHead(event) ? EACH + event.size : 0
    }
    const last = this.#held.at(-1)
    const bytes = last instanceof HeldBytes ? last : new HeldBytes()
    bytes.add(copyOf(event))
    if (bytes === last) return event.length
    this.#held.push(bytes)
    return EACH + event.length
  }
}

/** What is kept takes some memory even if it has no bytes. */
const EACH = 100
