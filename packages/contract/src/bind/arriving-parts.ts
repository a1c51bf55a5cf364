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

/** A declared part of a form: a text, a file, or what stands in the place of one of them. */
export interface Part {
  readonly name: string
  readonly value: unknown
}

/** The declared parts of a form, one by one as they are asked for; what is not declared is passed over. */
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

  /** How many files came under a name on the wire. */
  countOf(wireName: string): number {
    return this.#counts.get(wireName) ?? 0
  }

  /** The next part; undefined behind the last. A file has begun then, and what is not read of it is dropped by the next call. */
  async next(): Promise<Part | undefined> {
    await this.#last?.pass()
    for (let event = await this.#reader.next(); event !== undefined; event = await this.#reader.next()) {
      if (!isHead(event)) continue
      const { name, filename } = event
      const field = this.#shape.fields.get(name)
      // What a browser sends of an input for files that was left empty (HTML, constructing the entry list).
      if (filename === '' && field?.required === false && (await this.#isEmpty())) continue
      if (filename !== undefined && field !== undefined && this.#isWanted(field))
        return { name, value: this.#open(event, field) }
      if (this.#shape.texts.has(name) || (field !== undefined && filename === undefined))
        return { name, value: await this.#readText(event) }
      await this.#readPart(false)
    }
    return undefined
  }

  /**
   * The texts behind a file that has begun, where some are `missing`, until none is and another file begins, or the form ends: a
   * browser sends a form in the order of its fields, and the values of one name together. What comes between them is held for its
   * readers, as much as a body may be; beyond that texts are late.
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

  /** Reads no more. */
  cancel(): void {
    this.#reader.cancel()
  }

  /** The text of a part that has begun, or what FastAPI takes a file in its place for. */
  async #readText(head: PartHead): Promise<unknown> {
    return partValue(head, await this.#readPart(head.filename === undefined), this.#reader.decode)
  }

  /** Whether the part that has begun is without content; of another nothing is taken. */
  async #isEmpty(): Promise<boolean> {
    const event = await this.#reader.next()
    if (event !== undefined) this.#reader.unread([event])
    return event === 'end'
  }

  /** Of files under the name of one, all but the first are passed over. */
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

  /** A part to its end: its bytes where they are to be kept. */
  async #readPart(isKept: boolean): Promise<readonly Uint8Array[]> {
    const held = new HeldBytes()
    for (
      let piece = await this.#reader.next();
      piece instanceof Uint8Array;
      piece = await this.#reader.next()
    ) {
      this.#left -= piece.length
      if (this.#left < 0) throw tooLarge()
      if (isKept) held.add(copyOf(piece))
    }
    return held.pieces
  }
}

function isHead(event: PartEvent): event is PartHead {
  return !(event instanceof Uint8Array) && event !== 'end'
}

/** A piece to be held: as it came it is a view of all that came with it, and so is what a `Buffer` calls a slice. */
function copyOf(piece: Uint8Array): Uint8Array {
  return new Uint8Array(piece)
}

/** Events that are put back, held at about what they take: in what pieces the bytes of a part came makes no difference. */
class HeldEvents {
  readonly #held: (PartHead | 'end' | HeldBytes)[] = []

  get events(): readonly PartEvent[] {
    return this.#held.flatMap((one): readonly PartEvent[] => (one instanceof HeldBytes ? one.pieces : [one]))
  }

  /** Answers about what it takes to hold one more. */
  add(event: PartEvent): number {
    if (!(event instanceof Uint8Array)) {
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

/** What is held takes something where it has no bytes. */
const EACH = 100
