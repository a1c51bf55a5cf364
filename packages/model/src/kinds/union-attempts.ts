import type { Kind } from './kind.ts'

/** How a member took the input; `fieldsSet` is undefined where no model was met. */
export interface Fit {
  readonly kind: Kind
  readonly value: unknown
  readonly exactness: number
  readonly fieldsSet: number | undefined
}

/** What a union made of an object: undefined where no member takes it. */
export interface Attempt {
  readonly fit: Fit | undefined
  /** Whether lax conversions were refused. */
  readonly strict: boolean
}

/** In parts of locations: some thousands of issues, many more than a client reads. */
const MOST_REPEATS = 100_000

/**
 * What the unions within a union made of the objects they met. Each member of the outer one tries them anew, so that without a
 * memory the work would double with every level of models that hold each other.
 */
export class UnionAttempts {
  /** Whether nobody reads the issues of the conversion. */
  readonly #isQuiet: boolean
  /** Whether a union is at hand. */
  isWithin = false
  #repeats = MOST_REPEATS
  #made: Map<object, Map<readonly Kind[], Attempt>> | undefined

  constructor(isQuiet: boolean) {
    this.#isQuiet = isQuiet
  }

  /** What the union of these members made of `input`, if it met it. */
  find(members: readonly Kind[], input: object, strict: boolean): Attempt | undefined {
    const attempt = this.#made?.get(input)?.get(members)
    return attempt?.strict === strict ? attempt : undefined
  }

  note(members: readonly Kind[], input: object, attempt: Attempt): void {
    // Few unions stand within others.
    this.#made ??= new Map()
    const known = this.#made.get(input)
    if (known === undefined) this.#made.set(input, new Map([[members, attempt]]))
    else known.set(members, attempt)
  }

  /** Whether what is wrong was told often enough, were it told once more at a place of so many parts. */
  isToldEnough(parts: number): boolean {
    this.#repeats -= parts
    return this.#isQuiet || this.#repeats < 0
  }

  /** Forgets what was made: the union that held all of it is left. */
  leave(): void {
    this.isWithin = false
    this.#made = undefined
  }
}
