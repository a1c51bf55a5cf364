import { createBreach } from '../issues/catalog.ts'
import { type LengthOptions, valueLengthRules } from '../rules/length.ts'
import { firstBreach, schemaOfRules } from '../rules/rule.ts'
import { parseEmail } from '../text/email.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import type { Step } from './step.ts'
import { textBodies } from './text-bodies.ts'

/** Options of {@link email}. The lengths are those of the normalised value. */
export interface EmailOptions extends FieldOptions<string>, LengthOptions {}

/**
 * An e-mail address, also as `Name <address>`. The value is its normal form, with the domain in lower case (spec §2.5,
 * §2.7).
 */
export function email<const Options extends KnownOptions<EmailOptions, Options> = EmailOptions>(
  options?: Options,
  ...steps: Step<string>[]
): Kind<string, string, IsOptional<Options>> {
  const rules = valueLengthRules(options ?? {})
  return defineKind({
    name: 'email',
    options,
    steps,

    convert(input, state) {
      if (typeof input !== 'string') return state.refuse(this, 'string_type', input)
      const email = parseEmail(input)
      if (!email.ok) return state.refuse(this, createBreach('value_error', { reason: email.reason }), input)
      const breach = firstBreach(rules, email.value)
      return breach === undefined ? email.value : state.refuse(this, breach, input)
    },

    ...textBodies(rules, (value, code) => code.call(parseEmail, value)),

    describe: () => ({
      type: 'string',
      format: 'email',
      ...schemaOfRules(rules),
    }),
  })
}
