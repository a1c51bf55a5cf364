import { InvalidArgumentError } from 'commander'

/** An option's text as a whole number, 0 or more; throws what the command line tells its user. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw new InvalidArgumentError('It should be a whole number, 0 or more.')
}
