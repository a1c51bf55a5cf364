/** An object that is a single value, stated by its text, and not a set of fields: a date-time, a decimal. */
export abstract class Scalar {
  abstract toString(): string

  toJSON(): string {
    return this.toString()
  }
}

/** A value whose text is that of a number: a decimal. */
export abstract class Numeral extends Scalar {}

/** Whether `Number(input)` is the number that the input represents. */
export function isNumeric(input: unknown): input is number | bigint | Numeral {
  return typeof input === 'number' || typeof input === 'bigint' || input instanceof Numeral
}
