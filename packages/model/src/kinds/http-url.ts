import { createBreach } from '../issues/catalog.ts'
import { type LengthOptions, valueLengthRules } from '../rules/length.ts'
import { firstBreach, schemaOfRules } from '../rules/rule.ts'
import { isHttpUrl, parseHttpUrl } from '../text/http-url.ts'
import { defineKind } from './define.ts'
import type { IsOptional } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import type { Step } from './step.ts'
import { textBodies } from './text-bodies.ts'

/** Options of {@link httpUrl}: the lengths are those of the value. */
export interface HttpUrlOptions extends FieldOptions<string>, LengthOptions {
  /** Refuses a URL that is not written by the rules, such as one with spaces or backslashes. Typed code and replies, where the text is
   *  the value, give any in its normal form. Default: what the model says, else false. */
  readonly strict?: boolean
}

/** An http or https URL of at most 2083 bytes; the value is the text of its normal form (spec §2.5, §2.7, §8). */
export function httpUrl<const Options extends HttpUrlOptions = HttpUrlOptions>(
  options?: Options,
  ...steps: Step<string>[]
): Kind<string, string, IsOptional<Options>> {
  const rules = valueLengthRules(options ?? {})
  return defineKind({
    name: 'httpUrl',
    options,
    steps,

    convert(input, state) {
      if (typeof input !== 'string') return state.refuse(this, 'url_type', input)
      // The text that typed code has of a URL may be longer than what it was read from, and is well written.
      const isValue = (state.byName || state.isWritten) && isHttpUrl(input)
      const url = isValue
        ? { ok: true as const, value: input }
        : parseHttpUrl(input, options?.strict ?? state.strict)
      // A text is not a URL until it is parsed: in a union, a string fits it better.
      state.lowerFromJson(url.ok && url.value === input)
      if (!url.ok) return state.refuse(this, createBreach(url.type, url.context), input)
      const breach = firstBreach(rules, url.value)
      return breach === undefined ? url.value : state.refuse(this, breach, input)
    },

    ...textBodies(rules, (value, code) =>
      code.call(parseHttpUrl, value, String(options?.strict ?? code.strict)),
    ),

    describe: () => ({
      type: 'string',
      format: 'uri',
      minLength: 1,
      maxLength: 2083,
      ...schemaOfRules(rules),
    }),
  })
}
