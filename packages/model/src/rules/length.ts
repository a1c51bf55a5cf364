import type { Code } from '../compile/code.ts'
import { type Breach, createBreach } from '../issues/catalog.ts'
import type { Rule } from './rule.ts'

/** Inclusive bounds of a string's length in code points (spec §2.7 min_length, max_length). */
export interface LengthOptions {
  /** The smallest length in code points. Default: no limit. */
  readonly minLength?: number
  /** The largest length in code points. Default: no limit. */
  readonly maxLength?: number
}

/** Returns the rules of {@link LengthOptions} for a string, the lower bound first, as pydantic reports them. */
export function lengthRules(options: LengthOptions): Rule<string>[] {
  return rulesOf(options, {
    short: (limit) => constant(createBreach('string_too_short', { min_length: limit })),
    long: (limit) => constant(createBreach('string_too_long', { max_length: limit })),
  })
}

/** The same for a value made from a string, such as an e-mail address; pydantic counts its characters as items. */
export function valueLengthRules(options: LengthOptions): Rule<string>[] {
  const size = (text: string) => ({ actual_length: codePointLength(text) })
  const field_type = 'Value'
  return rulesOf(options, {
    short: (limit) => (text) => createBreach('too_short', { field_type, min_length: limit, ...size(text) }),
    long: (limit) => (text) => createBreach('too_long', { field_type, max_length: limit, ...size(text) }),
  })
}

/** The breaches of a string that is too short or too long. */
interface Words {
  readonly short: (limit: number) => (text: string) => Breach
  readonly long: (limit: number) => (text: string) => Breach
}

function rulesOf(
  { minLength: least, maxLength: most }: LengthOptions,
  { short, long }: Words,
): Rule<string>[] {
  const rules: Rule<string>[] = []
  if (least !== undefined) rules.push(minLength(least, short(least)))
  if (most !== undefined) rules.push(maxLength(most, long(most)))
  return rules
}

function constant(breach: Breach): () => Breach {
  return () => breach
}

/**
 * Returns the length in code points of a string without lone surrogates, as Python and JSON Schema count it
 * (`'😀'.length` would be 2).
 */
function codePointLength(text: string): number {
  let count = text.length
  if (!LEADING_SURROGATE.test(text)) return count
  for (let index = 0; index < text.length; index++) {
    if (isLeadingSurrogate(text.charCodeAt(index))) count--
  }
  return count
}

/** For a string stored with one byte per character, one look shows that it has none. */
const LEADING_SURROGATE = /[\ud800-\udbff]/

function isLeadingSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

// A string of n UTF-16 units has n/2 to n code points, so most strings need no counting.

function minLength(limit: number, breach: (text: string) => Breach): Rule<string> {
  const counted = (value: string, code: Code): string =>
    `${value}.length >= ${2 * limit} || (${value}.length >= ${limit} && ${code.call(codePointLength, value)} >= ${limit})`
  return {
    check: (text) =>
      text.length >= 2 * limit || (text.length >= limit && codePointLength(text) >= limit)
        ? undefined
        : breach(text),
    // A string that is not empty has a code point.
    accept: (value, code) => code.require(limit <= 1 ? `${value}.length >= ${limit}` : counted(value, code)),
    schema: { minLength: limit },
  }
}

function maxLength(limit: number, breach: (text: string) => Breach): Rule<string> {
  return {
    check: (text) =>
      text.length <= limit || (text.length <= 2 * limit && codePointLength(text) <= limit)
        ? undefined
        : breach(text),
    // The few strings that are too long only in UTF-16 units are left to `check`.
    accept: (value, code) => code.require(`${value}.length <= ${limit}`),
    schema: { maxLength: limit },
  }
}
