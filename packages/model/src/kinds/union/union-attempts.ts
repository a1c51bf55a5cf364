import type { Kind } from '../kind.ts'
import { isObject } from '../source.ts'
import type { Fit } from './fit.ts'

/** What a union of certain members made of an object. */
export interface Attempt {
  readonly members: readonly Kind[]
  /** Whether lax conversions were refused. */
  readonly strict: boolean
  /** Whether validators ran. */
  readonly runsSteps: boolean
  /** How many models that refer to themselves were open at once, one in another. */
  readonly height: number
  /** Undefined if no member takes it. */
  readonly fit: Fit | undefined
}

/** What a validator does to an input before it is converted. */
export type Prepare = (input: unknown) => unknown

/** In parts of locations: some thousands of issues, many more than a client reads. */
const MOST_REPEATS = 100_000

/** How many values are examined again to report what is wrong with them, over all repeats: about a second of work. */
const MOST_VALUES = 2 ** 20

/** The values of one repeat are counted only up to this number, because counting takes time too. */
const MOST_COUNTED = 2 ** 16

/**
 * What unions inside a union made of the objects they met. Each member of the outer union tries those objects anew.
 * Without this memory the work would double with every level of models that contain each other.
 */
export class UnionAttempts {
  readonly #isQuiet: boolean
  readonly #tracksMade: boolean
  /** Whether a union is being tried. */
  isWithin: boolean
  #repeats = MOST_REPEATS
  #values = MOST_VALUES
  #made: Map<object, Attempt[]> | undefined
  #prepared: Map<Prepare, Map<object, unknown>> | undefined

  /** `isQuiet` if nobody reads the issues of the conversion; `tracksMade` if the values it made are examined again. */
  constructor({ isQuiet = false, tracksMade = false } = {}) {
    this.#isQuiet = isQuiet
    this.#tracksMade = tracksMade
    this.isWithin = tracksMade
  }

  /** Returns what the union of these members made of `input`, if it met it. */
  find(
    members: readonly Kind[],
    input: object,
    by: Pick<Attempt, 'strict' | 'runsSteps'>,
  ): Attempt | undefined {
    const isSame = (one: Attempt): boolean =>
      one.members === members && one.strict === by.strict && one.runsSteps === by.runsSteps
    return this.#made?.get(input)?.find(isSame)
  }

  note(input: object, attempt: Attempt): void {
    this.#add(input, attempt)
    const made = attempt.fit?.value
    // What a member made fits it as its input did.
    if (this.#tracksMade && isObject(made)) this.#add(made, attempt)
  }

  #add(input: object, attempt: Attempt): void {
    // Few unions are inside others.
    this.#made ??= new Map()
    const known = this.#made.get(input)
    if (known === undefined) this.#made.set(input, [attempt])
    else known.push(attempt)
  }

  /**
   * Returns what a validator makes of `input`, calling it once per object: new copies would not be recognised as
   * objects met before.
   */
  prepare(run: Prepare, input: unknown): unknown {
    if (!this.isWithin || !isObject(input)) return run(input)
    this.#prepared ??= new Map()
    const known = this.#prepared.get(run) ?? new Map<object, unknown>()
    this.#prepared.set(run, known)
    if (!known.has(input)) known.set(input, run(input))
    return known.get(input)
  }

  /** Takes leave to report the issues of `input` once more, at a location of so many parts; false when there were enough. */
  takeRepeat(input: object, parts: number): boolean {
    if (this.#isQuiet || this.#repeats < 0 || this.#values < 0) return false
    this.#repeats -= parts
    this.#values -= valuesIn(input)
    return this.#repeats >= 0 && this.#values >= 0
  }

  /** Forgets what was made, when the outermost union is done. */
  leave(): void {
    this.isWithin = false
    this.#made = undefined
    this.#prepared = undefined
  }
}

/** Returns how many values an input consists of, at most {@link MOST_COUNTED}. */
function valuesIn(input: object): number {
  let count = 0
  const open: unknown[] = [input]
  while (open.length > 0 && count + open.length < MOST_COUNTED) {
    const at = open.pop()
    count++
    if (isObject(at)) for (const member of Object.values(at)) open.push(member)
  }
  return Math.min(count + open.length, MOST_COUNTED)
}
