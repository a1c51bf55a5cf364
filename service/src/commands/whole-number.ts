import { InvalidArgumentError } from 'commander'

/** Reads an option's text as a whole number, `least` or more; throws what the command line tells its user. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value
    throw new InvalidArgumentError(`It should be a whole number, ${least} or more.`)
  }
}
