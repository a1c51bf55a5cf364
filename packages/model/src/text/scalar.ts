/** An object that is a single value, stated by its text, and not a set of fields: a date-time, a decimal. */
export abstract class Scalar {
  abstract toString(): string

  /** Returns the number by which `<` and `>` compare it. */
  abstract valueOf(): number

  /** Without this, a text that it is added to would have its number. */
  [Symbol.toPrimitive](hint: string): string | number {
    return hint === 'number' ? this.valueOf() : this.toString()
  }

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
