import { INVALID, type Invalid } from '../issues/result.ts'
import { generatedFunction } from './generated-function.ts'

/** A function of one value that returns its converted form, or {@link INVALID} at the first doubt. */
export type Compiled<Out = unknown> = (value: unknown) => Out | typeof INVALID

/** Which fields of models are left out of the written data. Items of lists and values of records are never left out. */
export interface Exclusions {
  /**
   * Leaves out fields that are null, and extra keys that a model keeps, as pydantic's `exclude_none` does. A reader of
   * the written data takes a missing field that may be null for null. Default false.
   */
  readonly excludeNone?: boolean
  /**
   * Leaves out fields that are not given, for which the default would be used, as pydantic's `exclude_unset` does. An
   * instance of a model has all of its fields. Default false.
   */
  readonly excludeUnset?: boolean
  /** Leaves out fields whose value equals their default, as pydantic's `exclude_defaults` does. Default false. */
  readonly excludeDefaults?: boolean
}

/** Returns the exclusions among the given options, with their defaults. */
export function exclusionsOf(options: Exclusions): Required<Exclusions> {
  const { excludeNone = false, excludeUnset = false, excludeDefaults = false } = options
  return { excludeNone, excludeUnset, excludeDefaults }
}

/** What a generated function may assume. */
export interface CodeOptions extends Exclusions {
  /** Whether a field with an alias is also found under its own name, as in replies. Default false. */
  readonly byName?: boolean
  /** Whether the value comes from a handler and is about to be sent. Default false. */
  readonly isReply?: boolean
  /** Whether kinds refuse lax conversions where neither they nor their model set `strict`. Default false. */
  readonly strict?: boolean
  /** Whether the value is JSON data of a written reply: its validators have run. Default false. */
  readonly written?: boolean
  /**
   * Whether the value is what a client is about to send: the server runs the validators and fills in defaults. Default
   * false.
   */
  readonly sent?: boolean
  /** Whether the value is the result of a conversion and is about to be written. Default false. */
  readonly made?: boolean
  /** Whether every string is known to be well-formed Unicode. Default false. */
  readonly wellFormed?: boolean
}

/** Whether validators run. They run only once, where the value is used. */
export function runsSteps({ written, sent }: CodeOptions): boolean {
  return written !== true && sent !== true
}

/** Whether to note which fields were not given: for a reply that is written without them. */
export function notesUnset({ isReply, excludeUnset }: CodeOptions): boolean {
  return isReply === true && excludeUnset === true
}

/**
 * What functions generated together share. A model that contains itself, or that follows a lot of code, becomes a
 * function of its own.
 */
export interface CodeSession {
  readonly functions: Map<unknown, Compiled>
  /** How many of these functions are being executed. */
  depth: number
  /** How many names those have together. */
  names: number
}

/**
 * How many names a function has before further models become functions of their own. Inlined code is repeated at each
 * place of a model, so it multiplies with every level.
 */
const LONG = 1000

/**
 * Writes one straight-line function. Kinds add their checks and get back the expression of what they built. The source
 * text contains only expressions made here; values from outside enter as named constants.
 */
export class Code {
  readonly options: CodeOptions
  readonly session: CodeSession
  /** Whether kinds without an option of their own refuse lax conversions at the current point of the code. */
  strict: boolean
  /** The expression of whether validators have run on the current value, and skip it; undefined if they never do. */
  isValidated: (() => string) | undefined
  readonly #constants = new Map<unknown, string>([[INVALID, 'INVALID']])
  readonly #lines: string[] = []
  #names = 0

  constructor(options: CodeOptions, session: CodeSession = { functions: new Map(), depth: 0, names: 0 }) {
    this.options = options
    this.session = session
    this.strict = options.strict === true
  }

  /** Returns the name of `value` in the generated function. */
  constant(value: unknown): string {
    const known = this.#constants.get(value)
    if (known !== undefined) return known
    const name = `c${this.#constants.size}`
    this.#constants.set(value, name)
    return name
  }

  /** Returns the expression of `run` called with the values of other expressions. */
  call(run: (...given: never[]) => unknown, ...given: readonly string[]): string {
    return `${this.constant(run)}(${given.join(', ')})`
  }

  /** Returns a new, unused name. */
  name(): string {
    return `v${this.#names++}`
  }

  /** How many names there are so far. */
  get names(): number {
    return this.#names
  }

  /** Whether the function is so long that further models should be functions of their own. */
  get isLong(): boolean {
    return this.#names >= LONG
  }

  /** Returns the name of a new variable that holds `expression`. */
  local(expression: string): string {
    const name = this.name()
    this.#lines.push(`let ${name} = ${expression};`)
    return name
  }

  /**
   * Returns the result of `body`. In the code that `body` adds, validators skip the value of a reply where
   * `isValidated` holds for `value`, an expression.
   */
  skipStepsWhere<Made>(isValidated: (value: never) => boolean, value: string, body: () => Made): Made {
    const outer = this.isValidated
    if (this.options.isReply === true) this.isValidated = () => this.call(isValidated, value)
    const made = body()
    this.isValidated = outer
    return made
  }

  /** Adds a check that gives up unless `condition` holds. */
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

  /**
   * Returns the finished function of `value`, which returns `result`; {@link giveUp} where generating code is
   * forbidden.
   */
  build<Out>(result: string): Compiled<Out> {
    const source = `"use strict"; return function (value) {\n${this.#lines.join('\n')}\nreturn ${result};\n}`
    const create = generatedFunction([...this.#constants.values()], source)
    return create === undefined ? giveUp : (create(...this.#constants.keys()) as Compiled<Out>)
  }
}

/** Returns the function of `value` whose result `body` writes. */
export function compileCode<Out>(body: (code: Code) => string, options: CodeOptions): Compiled<Out> {
  const code = new Code(options)
  return code.build(body(code))
}

/** Leaves every value to the explaining closures. */
export function giveUp(): Invalid {
  return INVALID
}
