import { nearestText } from './nearest-text.ts'
import { type CorsOptions, OPTION_NAMES, type OptionName } from './options.ts'
import type { Findings, Problem } from './problem.ts'
import { variableLine } from './variable-line.ts'

/** A review of one set of options: where the parts of the policy put what they find, and how they name options. */
export interface Review {
  readonly options: Readonly<Record<string, unknown>>
  readonly errors: Problem[]
  readonly warnings: Problem[]
  readonly notes: Problem[]
  /** Notes what was found in an option. */
  add(level: keyof Findings, option: OptionName, found: Found): void
  /** Returns the name that the author knows for the option: that of the variable, if it was read from one. */
  nameOf(option: OptionName): string
  /** Returns the line that sets the option to this value, in code or in the environment. */
  lineFor(option: OptionName, value: unknown): string
}

/** A problem of an option, before the review adds the option's name. */
export type Found = Omit<Problem, 'option'>

/** The same, before the value is added. */
export type Fault = Omit<Found, 'value'>

/** Starts a review. Reports unknown option names, and takes over what was found while reading the environment. */
export function createReview(options: CorsOptions): Review {
  const { source, ...given } = options
  const variables = source?.variables ?? {}
  const review: Review = {
    options: given,
    errors: [...(source?.errors ?? [])],
    warnings: [...(source?.warnings ?? [])],
    notes: [...(source?.notes ?? [])],
    add: (level, option, found) => review[level].push({ ...found, option: review.nameOf(option) }),
    nameOf: (option) => variables[option] ?? option,
    lineFor: (option, value) => assignment(variables[option], option, value),
  }
  for (const name of Object.keys(given)) reviewName(name, review)
  return review
}

/** Returns the option's value as a list of strings, `fallback` if it is left out. A wrong type is an error. */
export function readList(review: Review, option: OptionName, fallback: readonly string[]): readonly string[] {
  const value = review.options[option]
  if (value === undefined) return fallback
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value
  const wanted = typeof value === 'string' ? value.split(',').map((entry) => entry.trim()) : ['…']
  reviewType(review, option, { wanted: 'a list of strings', correction: review.lineFor(option, wanted) })
  return fallback
}

/** Returns the option's value as a boolean, `fallback` if it is left out. A wrong type is an error. */
export function readBoolean(review: Review, option: OptionName, fallback: boolean): boolean {
  const value = review.options[option]
  if (value === undefined || typeof value === 'boolean') return value ?? fallback
  const correction = review.lineFor(option, String(value).toLowerCase() === 'true')
  reviewType(review, option, { wanted: 'a boolean; a non-empty string would count as true', correction })
  return fallback
}

/** Returns the problem of an entry that is already in the list. */
export function repeatedEntry(value: string): Found {
  return { code: 'duplicate', value, reason: 'is listed twice', correction: 'list it once' }
}

/** Notes entries beside a star, which already covers them. */
export function reviewStar(review: Review, option: OptionName, entries: readonly string[]): void {
  if (entries.length < 2 || !entries.includes('*')) return
  review.add('notes', option, {
    code: 'wildcard_with_others',
    value: '*',
    reason: 'already covers the other entries of the list',
    correction: review.lineFor(option, ['*']),
  })
}

/** Notes an option of the wrong type. */
export function reviewType(
  review: Review,
  option: OptionName,
  { wanted, correction }: { readonly wanted: string; readonly correction: string },
): void {
  const value = review.options[option]
  review.add('errors', option, { code: 'option_type', value, reason: `is not ${wanted}`, correction })
}

function assignment(variable: string | undefined, option: OptionName, value: unknown): string {
  if (variable !== undefined) return variableLine(variable, String(value))
  return `${option}: ${JSON.stringify(value)}`
}

function reviewName(name: string, review: Review): void {
  const known: readonly string[] = OPTION_NAMES
  if (known.includes(name)) return
  review.errors.push({
    code: 'option_unknown',
    option: name,
    value: review.options[name],
    reason: 'is set, but there is no such option',
    correction: nearestText(name.toLowerCase().includes('origin') ? `allow${name}` : name, known),
  })
}
