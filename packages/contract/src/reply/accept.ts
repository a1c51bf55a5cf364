/**
 * Whether an `Accept` header weighs the media type `one` above `other` (RFC 9110 §12.5.1). Without the header, and
 * where both weigh the same, it does not. What is no media range, or has no weight from 0 to 1, is skipped.
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

/** The members of a list, none of them cut where a quoted text holds the separator (RFC 9110 §5.6.4). */
function listed(text: string, separator: ',' | ';'): readonly string[] {
  const members = text.match(separator === ',' ? BETWEEN_COMMAS : BETWEEN_SEMICOLONS) ?? []
  return members.map((member) => member.trim()).filter((member) => member !== '')
}

const BETWEEN_COMMAS = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g
const BETWEEN_SEMICOLONS = /(?:[^";]|"(?:[^"\\]|\\.)*"?)+/g

/** A media range; none where its parameters ask for what no failure is. */
function parseRange(member: string): readonly MediaRange[] {
  const [range = '', ...parameters] = listed(member.toLowerCase(), ';')
  const read = parameters.map((parameter) => parameter.split('=').map((part) => part.trim()))
  // JSON has one charset (RFC 8259 §11), so that to name it asks for nothing more.
  const asksForMore = read.some(([name]) => name !== 'q' && name !== 'charset')
  const [, weight = ''] = read.find(([name]) => name === 'q') ?? ['q', '1']
  return asksForMore || !WEIGHT.test(weight) ? [] : [{ range, weight: Number(weight) }]
}

/** RFC 9110 §12.4.2. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** The weight of the most specific range that a media type is in; 0 where none is. */
function weightOf(ranges: readonly MediaRange[], mediaType: string): number {
  for (const range of [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*']) {
    const weights = ranges.filter((given) => given.range === range).map(({ weight }) => weight)
    if (weights.length > 0) return Math.max(...weights)
  }
  return 0
}
