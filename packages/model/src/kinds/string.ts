import type { Code } from '../compile/code.ts'
import { isClean } from '../compile/quote.ts'
import { type LengthOptions, lengthRules } from '../rules/length.ts'
import { patternRule } from '../rules/pattern.ts'
import { firstBreach, type Rule, schemaOfRules } from '../rules/rule.ts'
import { trimWhiteSpace } from '../text/white-space.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { asItIs } from './projection.ts'
import type { Step } from './step.ts'

/** Options of {@link string}. */
export interface StringOptions extends FieldOptions<string>, LengthOptions {
  /** Removes Unicode white space at both ends before any other rule applies. Default false. */
  readonly strip?: boolean
  /**
   * A regular expression of which the string must contain a match, in Rust's `regex` syntax. Matching time grows with
   * the length of the string times that of the pattern, where a repetition counts as often as it may repeat.
   * `maxLength` is checked first.
   */
  readonly pattern?: string
  /** Exists for pydantic's declarations. Nothing is ever converted to a string, strict or not. */
  readonly strict?: boolean
}

/** A string of well-formed Unicode. Lengths count code points. */
export function string<const Options extends KnownOptions<StringOptions, Options> = StringOptions>(
  options?: Options,
  ...steps: Step<string>[]
): Kind<string, string, IsOptional<Options>> {
  const { rules, mistakes } = stringRules(options ?? {})
  const strip = options?.strip === true
  const acceptText = (value: string, isText: string, code: Code): string => {
    code.require(`typeof ${value} === 'string' && ${isText}`)
    const text = strip ? code.local(code.call(trimWhiteSpace, value)) : value
    for (const rule of rules) rule.accept(text, code)
    return text
  }
  return defineKind({
    name: 'string',
    options,
    steps,
    mistakes,

    convert(input, state) {
      if (typeof input !== 'string') return state.refuse(this, 'string_type', input)
      if (!input.isWellFormed()) return state.refuse(this, 'string_unicode', input)
      const text = strip ? trimWhiteSpace(input) : input
      const breach = firstBreach(rules, text)
      return breach === undefined ? text : state.refuse(this, breach, input)
    },

    accept(value, code) {
      const isText = code.options.wellFormed === true ? 'true' : `${value}.isWellFormed()`
      return acceptText(value, isText, code)
    },

    serialize: asItIs,

    write(value, code) {
      return `"\\"" + ${acceptText(value, code.call(isClean, value), code)} + "\\""`
    },

    describe: () => ({
      type: 'string',
      ...(options?.secret === true && { format: 'password' }),
      ...schemaOfRules(rules),
    }),
  })
}

function stringRules(options: StringOptions): { rules: Rule<string>[]; mistakes: string[] } {
  const rules = lengthRules(options)
  const { pattern } = options
  // A pattern that is not a string is reported with the types of all options.
  if (typeof pattern !== 'string') return { rules, mistakes: [] }
  const rule = patternRule(pattern)
  return 'mistake' in rule ? { rules, mistakes: [rule.mistake] } : { rules: [...rules, rule], mistakes: [] }
}
