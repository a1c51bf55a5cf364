import { type LengthOptions, lengthRules } from '../rules/length.ts'
import { firstBreach, type Rule } from '../rules/rule.ts'
import { defineKind } from './define.ts'
import type { FieldOptions, Kind } from './kind.ts'
import type { Step } from './step.ts'

/** Options of {@link string}. */
export interface StringOptions extends FieldOptions<string>, LengthOptions {
  /** Refuses everything but strings also where a lax conversion exists. Default false. */
  readonly strict?: boolean
}

/** A text of well-formed Unicode; lengths count code points. */
export function string<const Options extends StringOptions = StringOptions>(
  options?: Options,
  ...steps: Step<string>[]
): Kind<string, string, Options extends { default: unknown } ? true : false> {
  const rules: Rule<string>[] = lengthRules(options ?? {})
  return defineKind({
    name: 'string',
    options: options ?? {},
    steps,

    convert(input, state) {
      if (typeof input !== 'string') return state.refuse(this, 'string_type', { input })
      if (!input.isWellFormed()) return state.refuse(this, 'string_unicode', { input })
      const breach = firstBreach(rules, input)
      return breach === undefined
        ? input
        : state.refuse(this, breach.type, { input, context: breach.context })
    },

    accept(value, code) {
      code.require(`typeof ${value} === 'string' && ${value}.isWellFormed()`)
      for (const rule of rules) rule.accept(value, code)
      return value
    },

    serialize: (value) => value,

    write(value, code) {
      return `${code.constant(JSON.stringify)}(${this.accept(value, code)})`
    },

    describe: () => Object.assign({ type: 'string' }, ...rules.map((rule) => rule.schema)),
  })
}
