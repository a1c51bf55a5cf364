/**
 * Whether an `Accept` header weighs the media type `one` above `other` (RFC 9110 §12.5.1). False without the header,
 * and if both weigh the same. Members that are not a media range, or without a weight from 0 to 1, are skipped.
 */
export function prefers(accept: string | undefined, one: string, other: string): boolean {
  if (accept === undefined) return false
  const ranges = listed(accept, ',').flatMap(parseRange)
  return weightOf(ranges, one) > weightOf(ranges, other)
}

interface MediaRange {
  /** `type/subtype`, `type/*` or `*` + `/*`, in lower case. */
  readonly range: string
  readonly weight: number
}

/** Splits a list, but not where a quoted string contains the separator (RFC 9110 §5.6.4). */
function listed(text: string, separator: ',' | ';'): readonly string[] {
  const members = text.match(separator === ',' ? BETWEEN_COMMAS : BETWEEN_SEMICOLONS) ?? []
  return members.map((member) => member.trim()).filter((member) => member !== '')
}

const BETWEEN_COMMAS = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g
const BETWEEN_SEMICOLONS = /(?:[^";]|"(?:[^"\\]|\\.)*"?)+/g

/** Returns a media range; none if its parameters require something that no failure is. */
function parseRange(member: string): readonly MediaRange[] {
  const [range = '', ...parameters] = listed(member.toLowerCase(), ';')
  const read = parameters.map((parameter) => parameter.split('=').map((part) => part.trim()))
  // JSON has a single charset (RFC 8259 §11), so naming it requires nothing more.
  const asksForMore = read.some(([name]) => name !== 'q' && name !== 'charset')
  const [, weight = ''] = read.find(([name]) => name === 'q') ?? ['q', '1']
  return asksForMore || !WEIGHT.test(weight) ? [] : [{ range, weight: Number(weight) }]
}

/** RFC 9110 §12.4.2. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** Returns the weight of the most specific range that contains a media type; 0 if there is none. */
function weightOf(ranges: readonly MediaRange[], mediaType: string): number {
  for (const range of [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*']) {
    const weights = ranges.filter((given) => given.range === range).map(({ weight }) => weight)
    if (weights.length > 0) return Math.max(...weights)
  }
  return 0
}
