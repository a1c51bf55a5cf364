import { type Converter, createConverter, type Issue } from '@postern/model'
import type { Failure } from '../reply/failure.ts'
import type { Members } from '../route/body.ts'
import { fieldsOf } from '../route/fields.ts'
import { UploadedFile } from '../route/file.ts'
import type { FileField, FilesMember } from '../route/file-fields.ts'
import { ArrivingFile } from './arriving-file.ts'
import { BrokenBody, tooLarge } from './broken-body.ts'
import { lateTextIssue, missingIssue } from './issues.ts'
import { gatheredValues, type NamedValues } from './named-values.ts'
import type { PartHead } from './part-parser.ts'
import type { PartReader } from './part-reader.ts'
import { decodeLeniently } from './text-encoding.ts'

/** What is known of a form before it comes. */
export interface FormShape {
  /** The names of its texts on the wire. */
  readonly texts: ReadonlySet<string>
  /** Its files by their names on the wire, each with the check of one. */
  readonly fields: ReadonlyMap<string, FileField & Pick<Converter<unknown>, 'convert'>>
  readonly files: FilesMember
  /** How many bytes may come beside the files, all parts together. */
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

/** What came of a form up to its first file, that included. */
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

  /** The texts up to the first file, and the file as soon as it begins. Rejects with a {@link BrokenBody}. */
  async begin(): Promise<Beginning> {
    const values = new Map<string, unknown[]>()
    for (let part = await this.#next(); part !== undefined; part = await this.#next()) {
      values.set(part.name, [...(values.get(part.name) ?? []), part.value])
      if (part.value instanceof UploadedFile) return { values: gatheredValues(values), first: part.value }
    }
    return { values: gatheredValues(values), first: undefined }
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
  async #next(): Promise<{ readonly name: string; readonly value: unknown } | undefined> {
    await this.#last?.pass()
    for (let head = await this.#reader.next(); head !== undefined; head = await this.#reader.next()) {
      if (head instanceof Uint8Array || head === 'end') continue
      const { name, filename, type } = head
      const field = this.#shape.fields.get(name)
      if (filename !== undefined && field !== undefined && this.#isWanted(field))
        return { name, value: this.#open(head, field) }
      const isText = filename === undefined && (field !== undefined || this.#shape.texts.has(name))
      const bytes = await this.#readPart(isText)
      if (isText) return { name, value: decodeLeniently(bytes) }
      if (this.#shape.texts.has(name)) return { name, value: { filename, content_type: type } }
    }
    return undefined
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
  async #readPart(isKept: boolean): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    for (
      let piece = await this.#reader.next();
      piece instanceof Uint8Array;
      piece = await this.#reader.next()
    ) {
      this.#left -= piece.length
      if (this.#left < 0) throw tooLarge()
      // A copy: a piece is a view that would hold all of what came with it.
      if (isKept) pieces.push(piece.slice())
    }
    return joined(pieces)
  }

  #break(error: unknown): void {
    if (error instanceof BrokenBody) this.#refuse(error.failure)
    this.cancel()
  }
}

function invalid(issues: readonly Issue[]): BrokenBody {
  const [first] = issues
  return new BrokenBody(`The form is not valid: ${first?.loc.join('.')}: ${first?.msg}`, {
    status: 422,
    issues,
  })
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
