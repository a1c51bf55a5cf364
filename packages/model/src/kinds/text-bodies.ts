import type { Code } from '../compile/code.ts'
import { quote } from '../compile/quote.ts'
import type { Rule } from '../rules/rule.ts'
import type { Kind } from './kind.ts'
import { asItIs } from './projection.ts'

/**
 * Returns how a string is accepted that is parsed into its normal form, and how that form is written. `read` writes the
 * call that parses one.
 */
export function textBodies(
  rules: readonly Rule<string>[],
  read: (value: string, code: Code) => string,
): Pick<Kind<string>, 'accept' | 'serialize' | 'write'> {
  return {
    accept(value, code) {
      code.require(`typeof ${value} === 'string'`)
      const text = code.local(read(value, code))
      code.require(`${text}.ok`)
      for (const rule of rules) rule.accept(`${text}.value`, code)
      return `${text}.value`
    },

    serialize: asItIs,

    write(value, code) {
      return code.call(quote, this.accept(value, code))
    },
  }
}
