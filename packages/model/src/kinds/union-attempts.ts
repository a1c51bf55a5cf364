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

/**
 * What the unions within a union made of the objects they met. Each member of the outer one tries them anew, so that without a
 * memory the work would double with every level of models that hold each other.
 */
export class UnionAttempts {
  readonly #made = new Map<object, Map<readonly Kind[], Attempt>>()

  /** What the union of these members made of `input`, if it met it. */
  find(members: readonly Kind[], input: object, strict: boolean): Attempt | undefined {
    const attempt = this.#made.get(input)?.get(members)
    return attempt?.strict === strict ? attempt : undefined
  }

  note(members: readonly Kind[], input: object, attempt: Attempt): void {
    const known = this.#made.get(input)
    if (known === undefined) this.#made.set(input, new Map([[members, attempt]]))
    else known.set(members, attempt)
  }
}
