/** One piece of a regular expression in RE2 syntax, and its position. */
export interface PatternToken {
  readonly kind: 'open' | 'close' | 'bar' | 'anchor' | 'repeat' | 'class' | 'escape' | 'dot' | 'literal'
  readonly source: string
  readonly at: number
}

const CLASS = String.raw`\[\^?\]?(?:\[:\^?[a-z]+:\]|\\[\s\S]|[^\]\\])*\]`
const ESCAPE = String.raw`\\(?:[pP]\{[^}]*\}|[pP].|x\{[^}]*\}|x..|0[0-7]{0,2}|[\s\S])`
const GROUP = String.raw`\((?:\?(?:P?<[^>=!]*>|P=|<[=!]|[a-zA-Z-]*[:)]|[\s\S]))?`
const REPEAT = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`
const TOKEN = new RegExp(`${CLASS}|${ESCAPE}|${GROUP}|${REPEAT}|[\\s\\S]`, 'g')

/** Splits a pattern into its tokens. Unfinished syntax becomes literals. */
export function tokenizePattern(pattern: string): readonly PatternToken[] {
  return Array.from(pattern.matchAll(TOKEN), ({ 0: source, index }) => ({
    kind: kindOf(source),
    source,
    at: index,
  }))
}

function kindOf(source: string): PatternToken['kind'] {
  if (source.startsWith('(')) return 'open'
  if (source.length > 1 && source.startsWith('[')) return 'class'
  if (source.length > 1 && source.startsWith('\\')) return /^\\[bBAzZ]$/.test(source) ? 'anchor' : 'escape'
  if (/^[*+?{]/.test(source) && source !== '{') return 'repeat'
  if (source === ')') return 'close'
  if (source === '|') return 'bar'
  if (source === '.') return 'dot'
  return source === '^' || source === '$' ? 'anchor' : 'literal'
}
