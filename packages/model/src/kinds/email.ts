import { quote } from '../compile/quote.ts'
import { createBreach } from '../issues/catalog.ts'
import { parseEmail } from '../text/email.ts'
import { defineKind } from './define.ts'
import type { IsOptional } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { asItIs } from './projection.ts'
import type { Step } from './step.ts'

/** An e-mail address, also as `Name <address>`; the value is its normal form, the domain in lower case (spec §2.5, §2.7). */
export function email<const Options extends FieldOptions<string> = FieldOptions<string>>(
  options?: Options,
  ...steps: Step<string>[]
): Kind<string, string, IsOptional<Options>> {
  return defineKind({
    name: 'email',
    options: options ?? {},
    steps,

    convert(input, state) {
      if (typeof input !== 'string') return state.refuse(this, 'string_type', input)
      const email = parseEmail(input)
      if (email.ok) return email.value
      return state.refuse(this, createBreach('value_error', { reason: email.reason }), input)
    },

    accept(value, code) {
      code.require(`typeof ${value} === 'string'`)
      const email = code.local(`${code.constant(parseEmail)}(${value})`)
      code.require(`${email}.ok`)
      return `${email}.value`
    },

    serialize: asItIs,

    write(value, code) {
      return `${code.constant(quote)}(${this.accept(value, code)})`
    },

    describe: () => ({ type: 'string', format: 'email' }),
  })
}
