import { INVALID, type Invalid } from '../issues/result.ts'
import { generatedFunction } from './generated-function.ts'

/** A function of one value that answers its converted form, or {@link INVALID} at the first doubt. */
export type Compiled<Out = unknown> = (value: unknown) => Out | typeof INVALID

/** Which fields of models are left out of what is written; items of lists and values of records stay. */
export interface Exclusions {
  /** Those that are null, and the keys that a model was let keep, as pydantic's `exclude_none` does. What reads the data that was
   *  written takes a field that is missing and may be null for null. Default false. */
  readonly excludeNone?: boolean
  /** Those that are not given, for which their default would stand, as pydantic's `exclude_unset` does; an instance of a model has all
   *  of its fields. Default false. */
  readonly excludeUnset?: boolean
  /** Those that are what their default is, as pydantic's `exclude_defaults` does. Default false. */
  readonly excludeDefaults?: boolean
}

/** The exclusions among the options of something. */
export function exclusionsOf(options: Exclusions): Required<Exclusions> {
  const { excludeNone = false, excludeUnset = false, excludeDefaults = false } = options
  return { excludeNone, excludeUnset, excludeDefaults }
}

/** What a generated function may rely on. */
export interface CodeOptions extends Exclusions {
  /** Whether fields with an alias are also found under their own name: replies speak of names. Default false. */
  readonly byName?: boolean
  /** Whether the value is a handler's, on its way out. Default false. */
  readonly isReply?: boolean
  /** Whether kinds refuse lax conversions where neither they nor their model say. Default false. */
  readonly strict?: boolean
  /** Whether the value is JSON data that a reply was written as: validators have seen it. Default false. */
  readonly written?: boolean
  /** Whether the value is what a client is about to send: its validators and defaults are the server's. Default false. */
  readonly sent?: boolean
  /** Whether the value is one that a conversion made, which is about to be written. Default false. */
  readonly made?: boolean
  /** Whether every text is known to be well-formed Unicode. Default false. */
  readonly wellFormed?: boolean
}

/** Whether validators run: once, where the value is worked on. */
export function runsSteps({ written, sent }: CodeOptions): boolean {
  return written !== true && sent !== true
}

/** Whether it is noted which fields were not given: of a reply that is written without them. */
export function notesUnset({ isReply, excludeUnset }: CodeOptions): boolean {
  return isReply === true && excludeUnset === true
}

/** What the functions that one is generated with have in common: models that hold themselves, or stand behind much code, become
 *  functions of their own. */
export interface CodeSession {
  readonly functions: Map<unknown, Compiled>
  /** How many of these functions are open. */
  depth: number
  /** How many names these have. */
  names: number
}

/** How many names a function has before the models that follow become functions of their own: what is written again for each
 *  place of a model grows with every level. */
const LONG = 1000

/**
 * Writes one straight-line function: kinds add their checks and get back the expression of what they built.
 * Only expressions made here are ever part of the source text; values from outside enter as named constants.
 */
export class Code {
  readonly options: CodeOptions
  readonly session: CodeSession
  /** Whether kinds without an option of their own refuse lax conversions, where the code is being written. */
  strict: boolean
  /** The expression of whether validators leave the value at hand alone; undefined where they never do. */
  isKept: (() => string) | undefined
  readonly #constants = new Map<unknown, string>([[INVALID, 'INVALID']])
  readonly #lines: string[] = []
  #names = 0

  constructor(
    options: CodeOptions = {},
    session: CodeSession = { functions: new Map(), depth: 0, names: 0 },
  ) {
    this.options = options
    this.session = session
    this.strict = options.strict === true
  }

  /** The name under which the generated function sees `value`. */
  constant(value: unknown): string {
    const known = this.#constants.get(value)
    if (known !== undefined) return known
    const name = `c${this.#constants.size}`
    this.#constants.set(value, name)
    return name
  }

  /** The expression of what `run` answers to the values of other expressions. */
  call(run: (...given: never[]) => unknown, ...given: readonly string[]): string {
    return `${this.constant(run)}(${given.join(', ')})`
  }

  /** A name that nothing else has. */
  name(): string {
    return `v${this.#names++}`
  }

  /** How many names there are. */
  get names(): number {
    return this.#names
  }

  /** Whether so much is written that more should be functions of their own. */
  get isLong(): boolean {
    return this.#names >= LONG
  }

  /** The name of a new variable that holds `expression`. */
  local(expression: string): string {
    const name = this.name()
    this.#lines.push(`let ${name} = ${expression};`)
    return name
  }

  /** What `body` answers, in which validators leave the value of a reply alone where `value`, an expression, is kept. */
  keep<Made>(isKept: (value: never) => boolean, value: string, body: () => Made): Made {
    const outer = this.isKept
    if (this.options.isReply === true) this.isKept = () => this.call(isKept, value)
    const made = body()
    this.isKept = outer
    return made
  }

  /** Gives up unless `condition` holds. */
  require(condition: string): void {
    this.#lines.push(`if (!(${condition})) return INVALID;`)
  }

  /** Adds one statement as it is. */
  statement(line: string): void {
    this.#lines.push(line)
  }

  /** Adds `header { … }` around what `body` adds. */
  block(header: string, body: () => void): void {
    this.#lines.push(`${header} {`)
    body()
    this.#lines.push('}')
  }

  /** The finished function of `value`, answering `result`; {@link giveUp} where generating code is forbidden. */
  build<Out>(result: string): Compiled<Out> {
    const source = `"use strict"; return function (value) {\n${this.#lines.join('\n')}\nreturn ${result};\n}`
    const create = generatedFunction([...this.#constants.values()], source)
    return create === undefined ? giveUp : (create(...this.#constants.keys()) as Compiled<Out>)
  }
}

/** The function of `value` whose result `body` writes. */
export function compileCode<Out>(body: (code: Code) => string, options?: CodeOptions): Compiled<Out> {
  const code = new Code(options)
  return code.build(body(code))
}

/** Leaves every value to what takes it without generated code. */
export function giveUp(): Invalid {
  return INVALID
}
