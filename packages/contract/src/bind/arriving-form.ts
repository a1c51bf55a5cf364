import { type Converter, createConverter, type Issue } from '@postern/model'
import { HeldBytes } from '../joined-bytes.ts'
import type { Failure } from '../reply/failure.ts'
import type { Members } from '../route/body.ts'
import { fieldsOf } from '../route/fields.ts'
import { UploadedFile } from '../route/file.ts'
import type { FileField, FilesMember } from '../route/file-fields.ts'
import { ArrivingFile } from './arriving-file.ts'
import { BrokenBody, tooLarge } from './broken-body.ts'
import { lateTextIssue, missingIssue } from './issues.ts'
import { gatheredValues, type NamedValues } from './named-values.ts'
import type { PartHead } from './part-head.ts'
import type { PartEvent } from './part-parser.ts'
import type { PartReader } from './part-reader.ts'
import { partValue } from './part-value.ts'

/** What is known of a form before it comes. */
export interface FormShape {
  /** The names of its texts on the wire. */
  readonly texts: ReadonlySet<string>
  /** Its files by their names on the wire, each with the check of one. */
  readonly fields: ReadonlyMap<string, FileField & Pick<Converter<unknown>, 'convert'>>
  readonly files: FilesMember
  /** How many bytes may come beside the files, all parts together, and how many of files may be held. */
  readonly limit: number
}

/** Compiles the shape of a form that has these members. */
export function compileShape(declared: Members, files: FilesMember, limit: number): FormShape {
  const texts = fieldsOf(declared).filter(({ name }) => name !== files.name)
  const fields = files.fields.map((field) => ({
    ...field,
    convert: createConverter(field.kind.item).convert,
  }))
  return {
    texts: new Set(texts.map(({ wireName }) => wireName)),
    fields: new Map(fields.map((field) => [field.wireName, field])),
    files,
    limit,
  }
}

/** A declared part of a form: a text, a file, or what stands in the place of one of them. */
interface Part {
  readonly name: string
  readonly value: unknown
}

/** What came of a form up to its first file, that included, and the texts that could be waited for. */
export interface Beginning {
  readonly values: NamedValues
  /** Undefined where the form ended without one. */
  readonly first: UploadedFile | undefined
}

/** A form of files while it arrives: read part by part, as its handler asks for them. */
export class ArrivingForm {
  readonly #shape: FormShape
  readonly #reader: PartReader
  /** Told why the form is bad when its handler has it already: the handler may wait for ever. */
  readonly #refuse: (failure: Failure) => void
  /** How many files came, by name on the wire. */
  readonly #counts = new Map<string, number>()
  #last: ArrivingFile | undefined
  #left: number

  constructor(shape: FormShape, reader: PartReader, refuse: (failure: Failure) => void) {
    this.#shape = shape
    this.#reader = reader
    this.#refuse = refuse
    this.#left = shape.limit
  }

  /**
   * The texts, and the first file as soon as it begins and every declared text is there, or is not to be waited for any longer.
   * Rejects with a {@link BrokenBody}.
   */
  async begin(): Promise<Beginning> {
    const values = new Map<string, unknown[]>()
    const add = ({ name, value }: Part) => values.set(name, [...(values.get(name) ?? []), value])
    for (let part = await this.#next(); part !== undefined; part = await this.#next()) {
      add(part)
      if (!(part.value instanceof UploadedFile)) continue
      const missing = [...this.#shape.texts].filter((name) => !values.has(name))
      for (const text of await this.#takeTexts(new Set(missing))) add(text)
      return { values: gatheredValues(values), first: part.value }
    }
    return { values: gatheredValues(values), first: undefined }
  }

  /**
   * The texts behind the first file, where some are `missing`, until none is and a file begins, or the form ends: a browser sends
   * a form in the order of its fields, and the values of one name together. What comes between them is held for its readers, as
   * much as a body may be; beyond that texts are late.
   */
  async #takeTexts(missing: Set<string>): Promise<readonly Part[]> {
    if (missing.size === 0) return []
    const texts: Part[] = []
    const held: PartEvent[] = []
    for (let room = this.#shape.limit; room > 0; ) {
      const event = await this.#reader.next()
      if (event === undefined) break
      if (isHead(event) && this.#shape.texts.has(event.name)) {
        texts.push({ name: event.name, value: await this.#readText(event) })
        missing.delete(event.name)
        continue
      }
      held.push(event instanceof Uint8Array ? copyOf(event) : event)
      room -= sizeOf(event)
      if (missing.size === 0 && isHead(event) && this.#shape.fields.has(event.name)) break
    }
    this.#reader.unread(held)
    return texts
  }

  /** The files from `first` on, each as soon as it is asked for and begins. */
  async *filesFrom(first: UploadedFile | undefined): AsyncGenerator<UploadedFile, void, void> {
    try {
      for (let file = first; file !== undefined; file = await this.#nextFile()) yield file
    } catch (error) {
      this.#break(error)
      throw error
    }
  }

  /** Reads no more. */
  cancel(): void {
    this.#reader.cancel()
  }

  /** The next file; undefined where the form is whole. Whatever may not come behind a file breaks the form. */
  async #nextFile(): Promise<UploadedFile | undefined> {
    for (let part = await this.#next(); part !== undefined; part = await this.#next()) {
      const { name, value } = part
      const field = this.#shape.fields.get(name)
      if (field === undefined) throw invalid(lateTextIssue(['body', name]))
      const isList = field.kind.item !== field.kind
      // FastAPI: an empty text is no value.
      if (value === '' && !isList) continue
      const count = this.#counts.get(name) ?? 0
      const index = value instanceof UploadedFile ? count - 1 : count
      const result = field.convert(value, isList ? ['body', name, index] : ['body', name])
      if (!result.ok) throw invalid(result.issues)
      if (value instanceof UploadedFile) return value
    }
    const missing = this.#shape.files.fields.filter(
      ({ required, wireName }) => required && !this.#counts.has(wireName),
    )
    if (missing.length > 0) throw invalid(missing.flatMap(({ wireName }) => missingIssue(['body', wireName])))
    return undefined
  }

  /** The next declared part; undefined behind the last. */
  async #next(): Promise<Part | undefined> {
    await this.#last?.pass()
    for (let event = await this.#reader.next(); event !== undefined; event = await this.#reader.next()) {
      if (!isHead(event)) continue
      const { name, filename } = event
      const field = this.#shape.fields.get(name)
      if (filename !== undefined && field !== undefined && this.#isWanted(field))
        return { name, value: this.#open(event, field) }
      if (this.#shape.texts.has(name) || (field !== undefined && filename === undefined))
        return { name, value: await this.#readText(event) }
      await this.#readPart(false)
    }
    return undefined
  }

  /** The text of a part that has begun, or what FastAPI takes a file in its place for. */
  async #readText(head: PartHead): Promise<unknown> {
    return partValue(head, await this.#readPart(head.filename === undefined))
  }

  /** Of files under the name of one, all but the first are passed over. */
  #isWanted({ kind, wireName }: FileField): boolean {
    return kind.item !== kind || !this.#counts.has(wireName)
  }

  #open(head: PartHead, field: FileField): UploadedFile {
    const { maxCount, declaredBy } = this.#shape.files
    const count = (this.#counts.get(field.wireName) ?? 0) + 1
    this.#counts.set(field.wireName, count)
    const all = [...this.#counts.values()].reduce((sum, one) => sum + one, 0)
    if (count > field.kind.limits.maxCount || all > maxCount) throw tooLarge()
    const isOnly = declaredBy === 'file'
    this.#last = new ArrivingFile(head, {
      field,
      reader: this.#reader,
      // The handler of one file asks for no more, and what comes behind it may be wrong.
      onEnd: async () => isOnly && this.#nextFile(),
      onCancel: () => isOnly && this.#reader.cancel(),
      onBreak: (error) => this.#break(error),
    })
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

  #break(error: unknown): void {
    if (error instanceof BrokenBody) this.#refuse(error.failure)
    this.cancel()
  }
}

function isHead(event: PartEvent): event is PartHead {
  return !(event instanceof Uint8Array) && event !== 'end'
}

/** A piece to be held: as it came it is a view of all that came with it, and so is what a `Buffer` calls a slice. */
function copyOf(piece: Uint8Array): Uint8Array {
  return new Uint8Array(piece)
}

/** About what it takes to hold an event, which is not nothing where it has no bytes. */
function sizeOf(event: PartEvent): number {
  if (event instanceof Uint8Array) return 100 + event.length
  return isHead(event) ? 100 + event.size : 0
}

function invalid(issues: readonly Issue[]): BrokenBody {
  const [first] = issues
  return new BrokenBody(`The form is not valid: ${first?.loc.join('.')}: ${first?.msg}`, {
    status: 422,
    issues,
  })
}
