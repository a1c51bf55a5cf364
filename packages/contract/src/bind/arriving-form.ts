import type { Issue } from '@postern/model'
import type { Failure } from '../reply/failure.ts'
import { UploadedFile } from '../route/file.ts'
import { isOfSeveral } from '../route/file-fields.ts'
import { ArrivingParts, type Part } from './arriving-parts.ts'
import { BrokenBody } from './broken-body.ts'
import type { FormShape } from './form-shape.ts'
import { lateTextIssues, missingIssues } from './issues.ts'
import { gatheredValues, type NamedValues } from './named-values.ts'
import type { PartReader } from './part-reader.ts'

/** What arrived of a form up to and including its first file, and the texts that it could wait for. */
export interface Beginning {
  readonly values: NamedValues
  /** Undefined if the form ended without one. */
  readonly first: UploadedFile | undefined
}

/** A form of files while it arrives, read part by part as its handler asks for them. */
export class ArrivingForm {
  readonly #shape: FormShape
  readonly #parts: ArrivingParts
  /** Receives why the form is invalid when its handler already has it: the handler may wait for ever. */
  readonly #refuse: (failure: Failure) => void

  constructor(shape: FormShape, reader: PartReader, refuse: (failure: Failure) => void) {
    const isOnly = shape.files.declaredBy === 'file'
    this.#shape = shape
    this.#refuse = refuse
    this.#parts = new ArrivingParts(shape, reader, {
      // The handler of a single file asks for no more, and what comes after it may be invalid.
      onEnd: async () => isOnly && this.#nextFile(),
      onCancel: () => isOnly && this.cancel(),
      onBreak: (error) => this.#break(error),
    })
  }

  /**
   * Returns the texts, and the first file as soon as it has begun and every declared text is there or can no longer be
   * waited for. Rejects with a {@link BrokenBody}.
   */
  async begin(): Promise<Beginning> {
    const values = new Map<string, unknown[]>()
    const add = ({ name, value }: Part) => values.set(name, [...(values.get(name) ?? []), value])
    for (let part = await this.#parts.next(); part !== undefined; part = await this.#parts.next()) {
      add(part)
      if (!(part.value instanceof UploadedFile)) continue
      const missing = [...this.#shape.texts].filter((name) => !values.has(name))
      for (const text of await this.#parts.takeTexts(new Set(missing))) add(text)
      return { values: gatheredValues(values), first: part.value }
    }
    return { values: gatheredValues(values), first: undefined }
  }

  /** Yields the files from `first` on, each as soon as it is asked for and begins. */
  async *filesFrom(first: UploadedFile | undefined): AsyncGenerator<UploadedFile, void, void> {
    try {
      for (let file = first; file !== undefined; file = await this.#nextFile()) yield file
    } catch (error) {
      this.#break(error)
      throw error
    }
  }

  cancel(): void {
    this.#parts.cancel()
  }

  /**
   * Returns the next file; undefined if the form is complete. Anything that must not come after a file breaks the form.
   */
  async #nextFile(): Promise<UploadedFile | undefined> {
    for (let part = await this.#parts.next(); part !== undefined; part = await this.#parts.next()) {
      const { name, value } = part
      const field = this.#shape.fields.get(name)
      if (field === undefined) throw invalid(lateTextIssues(['body', name]))
      const isList = isOfSeveral(field.kind)
      // FastAPI: an empty string is no value.
      if (value === '' && !isList) continue
      const count = this.#parts.countOf(name)
      const index = value instanceof UploadedFile ? count - 1 : count
      const result = field.convert(value, isList ? ['body', name, index] : ['body', name])
      if (!result.ok) throw invalid(result.issues)
      if (value instanceof UploadedFile) return value
    }
    const missing = this.#shape.files.fields.filter(
      ({ required, wireName }) => required && this.#parts.countOf(wireName) === 0,
    )
    if (missing.length > 0)
      throw invalid(missing.flatMap(({ wireName }) => missingIssues(['body', wireName])))
    return undefined
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
