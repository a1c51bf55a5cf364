import { nearestText } from './nearest-text.ts'
import { type CorsOptions, OPTION_NAMES, type OptionName } from './options.ts'
import type { Findings, Problem } from './problem.ts'

/** A review of one set of options: where the parts of the policy put what they find, and how they name it. */
export interface Review {
  readonly options: Readonly<Record<string, unknown>>
  readonly errors: Problem[]
  readonly warnings: Problem[]
  readonly notes: Problem[]
  /** Notes what was found in an option. */
  add(level: keyof Findings, option: OptionName, found: Found): void
  /** The option's name as its author knows it: the variable where one was read. */
  nameOf(option: OptionName): string
  /** The line that sets the option to this value, in code or in the environment. */
  lineFor(option: OptionName, value: unknown): string
}

/** A problem of an option that the review has a name for. */
export type Found = Omit<Problem, 'option'>

/** The same of a value that is at hand. */
export type Fault = Omit<Found, 'value'>

/** Starts a review; names nobody knows are found here, what reading the environment found is taken over. */
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

/** The option's value as a list of strings, `fallback` when it is left out; a wrong type is an error. */
export function readList(review: Review, option: OptionName, fallback: readonly string[]): readonly string[] {
  const value = review.options[option]
  if (value === undefined) return fallback
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value
  const wanted = typeof value === 'string' ? value.split(',').map((entry) => entry.trim()) : ['…']
  reviewType(review, option, { wanted: 'a list of strings', correction: review.lineFor(option, wanted) })
  return fallback
}

/** The option's value as a boolean, `fallback` when it is left out; a wrong type is an error. */
export function readBoolean(review: Review, option: OptionName, fallback: boolean): boolean {
  const value = review.options[option]
  if (value === undefined || typeof value === 'boolean') return value ?? fallback
  const correction = review.lineFor(option, String(value).toLowerCase() === 'true')
  reviewType(review, option, { wanted: 'a boolean; a non-empty text would count as true', correction })
  return fallback
}

/** An entry that stands in a list already. */
export function repeatedEntry(value: string): Found {
  return { code: 'duplicate', value, reason: 'is listed twice', correction: 'list it once' }
}

/** Notes what stands beside a star, which covers it already. */
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
  if (variable !== undefined) return `${variable}=${Array.isArray(value) ? value.join(',') : String(value)}`
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
