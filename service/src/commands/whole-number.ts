import { InvalidArgumentError } from 'commander'

/** Parses an option as a whole number, `least` or more; throws an error that the command line shows to the user. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value
    throw new InvalidArgumentError(`It should be a whole number, ${least} or more.`)
  }
}
