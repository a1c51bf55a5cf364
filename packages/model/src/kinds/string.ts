import type { Code } from '../compile/code.ts'
import { escapeWellFormed, isClean } from '../compile/quote.ts'
import { type LengthOptions, lengthRules } from '../rules/length.ts'
import { patternRule } from '../rules/pattern.ts'
import { firstBreach, type Rule } from '../rules/rule.ts'
import { trimWhiteSpace } from '../text/white-space.ts'
import { defineKind } from './define.ts'
import type { IsOptional } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import type { Step } from './step.ts'

/** Options of {@link string}. */
export interface StringOptions extends FieldOptions<string>, LengthOptions {
  /** Removes Unicode white space at both ends, before any other rule. Default false. */
  readonly strip?: boolean
  /** A regular expression that the text must hold a match of: Rust's `regex` syntax, matched in linear time. */
  readonly pattern?: string
  /** Refuses everything but strings also where a lax conversion exists. Default false. */
  readonly strict?: boolean
}

/** A text of well-formed Unicode; lengths count code points. */
export function string<const Options extends StringOptions = StringOptions>(
  options?: Options,
  ...steps: Step<string>[]
): Kind<string, string, IsOptional<Options>> {
  const { rules, mistakes } = stringRules(options ?? {})
  const strip = options?.strip === true
  return defineKind({
    name: 'string',
    options: options ?? {},
    steps,
    mistakes,

    convert(input, state) {
      if (typeof input !== 'string') return state.refuse(this, 'string_type', { input })
      if (!input.isWellFormed()) return state.refuse(this, 'string_unicode', { input })
      const text = strip ? trimWhiteSpace(input) : input
      const breach = firstBreach(rules, text)
      return breach === undefined ? text : state.refuse(this, breach.type, { input, context: breach.context })
    },

    accept(value, code) {
      code.require(`typeof ${value} === 'string'`)
      if (code.options.wellFormed !== true) code.require(`${value}.isWellFormed()`)
      const text = strip ? code.local(`${code.constant(trimWhiteSpace)}(${value})`) : value
      for (const rule of rules) rule.accept(text, code)
      return text
    },

    serialize: (value) => value,

    write(value, code) {
      return writeText(value, code, { strip, rules })
    },

    describe: () => Object.assign({ type: 'string' }, ...rules.map((rule) => rule.schema)),
  })
}

// A clean text is well formed, so that it need not be asked; the quotes join what stands beside them.
function writeText(
  value: string,
  code: Code,
  { strip, rules }: { readonly strip: boolean; readonly rules: readonly Rule<string>[] },
): string {
  code.require(`typeof ${value} === 'string'`)
  const text = strip ? code.local(`${code.constant(trimWhiteSpace)}(${value})`) : value
  for (const rule of rules) rule.accept(text, code)
  const escaped = code.local(text)
  code.block(`if (!${code.constant(isClean)}(${text}))`, () => {
    code.statement(`${escaped} = ${code.constant(escapeWellFormed)}(${text});`)
    code.require(`${escaped} !== undefined`)
  })
  return `"\\"" + ${escaped} + "\\""`
}

function stringRules(options: StringOptions): { rules: Rule<string>[]; mistakes: string[] } {
  const rules = lengthRules(options)
  if (options.pattern === undefined) return { rules, mistakes: [] }
  const rule = patternRule(options.pattern)
  return 'mistake' in rule ? { rules, mistakes: [rule.mistake] } : { rules: [...rules, rule], mistakes: [] }
}
