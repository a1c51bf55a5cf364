import { tokenizePattern } from './token.ts'

/** Syntax of another engine, or a setting without meaning for origins: its position and what to do. */
export interface ForeignSyntax {
  readonly source: string
  readonly at: number
  readonly advice: string
}

/** Returns the first piece of a pattern that comes from another dialect (Python, PCRE) or would not do what it says. */
export function foreignSyntax(pattern: string): ForeignSyntax | undefined {
  for (const { kind, source, at } of tokenizePattern(pattern)) {
    const advice = kind === 'open' ? groupAdvice(source) : escapeAdvice(source)
    if (advice !== undefined) return { source, at, advice }
  }
  return undefined
}

function groupAdvice(source: string): string | undefined {
  if (source === '(' || source === '(?:' || /^\(\?<[^=!]/.test(source)) return undefined
  if (source.startsWith('(?P<')) return 'a plain group ( … ); names are not needed'
  if (/^\(\?<?[=!]/.test(source))
    return 'the wanted origins spelled out; look-ahead and look-behind are not supported'
  if (source.startsWith('(?P=')) return 'the repeated part spelled out; back-references are not supported'
  return 'the pattern in lower case and without flags; origins are always lower case and one line'
}

function escapeAdvice(source: string): string | undefined {
  if (/^\\[AZz]$/.test(source)) return 'the pattern without it; the whole origin is always matched'
  if (/^\\[1-9]$/.test(source)) return 'the repeated part spelled out; back-references are not supported'
  return /^\\[QEC]$/.test(source) ? 'single escapes such as \\.' : undefined
}
