import type { Kind } from '../kind.ts'
import { isObject } from '../source.ts'
import type { Fit } from './fit.ts'

/** What a union of some members made of an object. */
export interface Attempt {
  readonly members: readonly Kind[]
  /** Whether lax conversions were refused. */
  readonly strict: boolean
  /** Whether validators ran. */
  readonly runsSteps: boolean
  /** How many models that refer to themselves were opened within each other on the way. */
  readonly height: number
  /** Undefined where no member takes it. */
  readonly fit: Fit | undefined
}

/** What a validator makes of an input before it is converted. */
export type Prepare = (input: unknown) => unknown

/** In parts of locations: some thousands of issues, many more than a client reads. */
const MOST_REPEATS = 100_000

/** Values that are looked at once more to tell what is wrong among them, all repeats together: about a second. */
const MOST_VALUES = 2 ** 20

/** A repeat is not counted beyond so many values, for counting them takes time as well. */
const MOST_COUNTED = 2 ** 16

/**
 * What the unions within a union made of the objects they met. Each member of the outer one tries them anew, so that without a
 * memory the work would double with every level of models that hold each other.
 */
export class UnionAttempts {
  readonly #isQuiet: boolean
  readonly #isKept: boolean
  /** Whether a union is at hand. */
  isWithin: boolean
  #repeats = MOST_REPEATS
  #values = MOST_VALUES
  #made: Map<object, Attempt[]> | undefined
  #prepared: Map<Prepare, Map<object, unknown>> | undefined

  /** `isQuiet` where nobody reads the issues of the conversion, `isKept` where the values that it made are looked at once more. */
  constructor({ isQuiet = false, isKept = false } = {}) {
    this.#isQuiet = isQuiet
    this.#isKept = isKept
    this.isWithin = isKept
  }

  /** What the union of these members made of `input`, if it met it. */
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
    if (this.#isKept && isObject(made)) this.#add(made, attempt)
  }

  #add(input: object, attempt: Attempt): void {
    // Few unions stand within others.
    this.#made ??= new Map()
    const known = this.#made.get(input)
    if (known === undefined) this.#made.set(input, [attempt])
    else known.push(attempt)
  }

  /** What a validator makes of `input`, asked once for an object: of copies made anew it could not be told that they were met. */
  prepare(run: Prepare, input: unknown): unknown {
    if (!this.isWithin || !isObject(input)) return run(input)
    this.#prepared ??= new Map()
    const known = this.#prepared.get(run) ?? new Map<object, unknown>()
    this.#prepared.set(run, known)
    if (!known.has(input)) known.set(input, run(input))
    return known.get(input)
  }

  /** Whether what is wrong with `input` was told often enough, were it told once more at a place of so many parts. */
  isToldEnough(input: object, parts: number): boolean {
    if (this.#isQuiet || this.#repeats < 0 || this.#values < 0) return true
    this.#repeats -= parts
    this.#values -= valuesIn(input)
    return this.#repeats < 0 || this.#values < 0
  }

  /** Forgets what was made: the union that held all of it is left. */
  leave(): void {
    this.isWithin = false
    this.#made = undefined
    this.#prepared = undefined
  }
}

/** How many values an input is made of; of one that is larger, {@link MOST_COUNTED}. */
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
