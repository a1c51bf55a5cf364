/** A value that is one thing, which its text says, and no set of fields: a moment, a decimal. */
export abstract class Scalar {
  abstract toString(): string

  toJSON(): string {
    return this.toString()
  }
}

/** A value whose text is that of a number: a decimal. */
export abstract class Numeral extends Scalar {}

/** Whether `Number(input)` is the number that an input is. */
export function isNumeric(input: unknown): input is number | bigint | Numeral {
  return typeof input === 'number' || typeof input === 'bigint' || input instanceof Numeral
}
