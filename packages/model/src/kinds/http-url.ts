import { createBreach } from '../issues/catalog.ts'
import { type LengthOptions, valueLengthRules } from '../rules/length.ts'
import { firstBreach, schemaOfRules } from '../rules/rule.ts'
import { isHttpUrl, parseHttpUrl } from '../text/http-url.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import type { Step } from './step.ts'
import { textBodies } from './text-bodies.ts'

/** Options of {@link httpUrl}. The lengths are those of the normalised value. */
export interface HttpUrlOptions extends FieldOptions<string>, LengthOptions {
  /**
   * Refuses a URL that is not written according to the rules, such as one with spaces or backslashes. Typed code and
   * replies, where the value is a string, may give any URL in its normal form. Default: the model's `strict`, else
   * false.
   */
  readonly strict?: boolean
}

/** An http or https URL of at most 2083 bytes. The value is the string of its normal form (spec §2.5, §2.7, §8). */
export function httpUrl<const Options extends KnownOptions<HttpUrlOptions, Options> = HttpUrlOptions>(
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
      // The normalised URL that typed code holds may be longer than the URL it was read from, and is well-formed.
      const isValue = (state.byName || state.isWritten) && isHttpUrl(input)
      const url = isValue
        ? { ok: true as const, value: input }
        : parseHttpUrl(input, options?.strict ?? state.strict)
      // A string is not a URL until it is parsed: in a union, a string kind fits it better.
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
