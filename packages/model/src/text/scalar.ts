/** A value that is one thing, which its text says, and no set of fields: a moment, a decimal. */
export abstract class Scalar {
  abstract toString(): string

  toJSON(): string {
    return this.toString()
  }
}
