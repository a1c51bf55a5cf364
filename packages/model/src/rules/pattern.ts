import { RE2JS } from 're2js'
import { createBreach } from '../issues/catalog.ts'
import { translatePattern } from './pattern-syntax.ts'
import type { Rule } from './rule.ts'

/**
 * Returns the rule that a string contains a match of `pattern` (spec §2.7), or what is wrong with the pattern. The
 * syntax is that of Rust's `regex`, as in pydantic. The pattern is searched for and not anchored, in time linear in the
 * string, whatever the pattern.
 */
export function patternRule(pattern: string): Rule<string> | { readonly mistake: string } {
  const expression = compile(pattern)
  if ('mistake' in expression) return expression
  const breach = createBreach('string_pattern_mismatch', { pattern })
  return {
    check: (text) => (expression.test(text) ? undefined : breach),
    accept: (value, code) => code.require(`${code.constant(expression)}.test(${value})`),
    schema: { pattern },
  }
}

function compile(pattern: string): RE2JS | { readonly mistake: string } {
  const translated = translatePattern(pattern)
  if ('mistake' in translated) return mistake(pattern, translated.mistake, translated.at)
  try {
    return RE2JS.compile(translated.source)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const [, reason = message, part = ''] = /^error parsing regexp: (.*?)(?:: `(.*)`)?$/s.exec(message) ?? []
    return mistake(pattern, reason + adviceOn(reason, part), Math.max(pattern.indexOf(part), 0))
  }
}

function adviceOn(reason: string, part: string): string {
  if (reason === 'invalid character class range' && /^\\[pP]/.test(part))
    return '; write a general category or a script, as in \\p{Lu} or \\p{Greek}'
  if (reason === 'invalid nested repetition operator')
    return '; put the inner repetition in a group, as in (?:a{2}){3}'
  if (reason === 'invalid repeat count')
    return '; write counts in ascending order, at most 1000 when multiplied by those of the groups around it'
  return ''
}

function mistake(pattern: string, reason: string, at: number): { readonly mistake: string } {
  return { mistake: `pattern ${JSON.stringify(pattern)}: ${reason}, at character ${at + 1}` }
}
