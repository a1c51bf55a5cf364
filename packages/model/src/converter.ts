import { type CodeOptions, compileCode, type Exclusions, exclusionsOf, giveUp } from './compile/code.ts'
import { HAS_FAST_STRINGIFY } from './compile/engine.ts'
import { DeclarationError } from './issues/declaration-error.ts'
import type { LocationPart } from './issues/issue.ts'
import { INVALID, type Result } from './issues/result.ts'
import { shownGiven } from './issues/shown-given.ts'
import { Conversion } from './kinds/conversion.ts'
import { type Kind, type KindLike, kindOf } from './kinds/kind.ts'
import { mistakesOf } from './kinds/review/mistakes.ts'
import { unknownOptions } from './kinds/review/option-names.ts'
import { isObject } from './kinds/source.ts'
import { createWriter } from './kinds/writer.ts'

/** A declaration made ready for many values: what generated code takes at once, and closures that explain everything else. */
export interface Converter<Out> {
  readonly kind: Kind<Out>
  /** The typed value of `input`, or every issue, each located below `at`. Never throws for bad data. */
  readonly convert: (input: unknown, at?: readonly LocationPart[]) => Result<Out>
  /** The JSON text of `value` (objects, class instances, rows), filtered and converted through the kind (spec §4.3).
   *  Fields with an alias are found under either name. */
  readonly write: (value: unknown) => Result<string>
  /** The paths of the names in `value` that `write` leaves out (`author.password`, `*` for a record's keys); never values. */
  readonly dropped: (value: unknown) => readonly string[]
}

/** Options of {@link createConverter}. What is excluded is left out by `write`, and taken for left out by `convert` with `written`. */
export interface ConverterOptions extends Exclusions {
  /** Whether functions may be generated. Default true; where the platform forbids it the composed closures serve alone. */
  readonly generate?: boolean
  /** Whether `convert`, as `write` does, finds fields with an alias under their own names too. Default false. */
  readonly byName?: boolean
  /** Whether every text that `convert` gets is known to be well-formed Unicode, as what is decoded from UTF-8 and has no `\\ud…`
   *  escape is: it is then not looked for lone surrogates again. Default false. */
  readonly wellFormed?: boolean
  /** Whether `convert` refuses lax conversions (`'1'` for 1) where neither a kind nor its model says. Default false. */
  readonly strict?: boolean
  /** Whether `convert` gets data that `write` wrote, as the reader of a reply does: strict kinds whose values JSON has as texts (times,
   *  decimals, UUIDs) take those texts then, and validators do not run again. Default false. */
  readonly written?: boolean
  /** Whether `convert` and `write` get what a client is about to send: validators do not run, and a field that is not given stays so,
   *  for both are the server's to do, once. A field that is given under both its names is what its own says. What `convert` makes is for
   *  `kind.serialize` alone then. Default false. */
  readonly sent?: boolean
  /** Whether `write` leaves the text to `JSON.stringify`. Default: where the engine does that faster than generated code. */
  readonly stringify?: boolean
}

/** Compiles a declaration once; the converter then only runs. Throws a {@link DeclarationError} for mistakes in it, and for an option that
 *  is none. */
export function createConverter<Out>(
  declared: KindLike<Out>,
  options: ConverterOptions = {},
): Converter<Out> {
  const kind = kindOf(declared)
  const mistakes = [...mistakesOf(kind), ...mistakesOfOptions(options)]
  if (mistakes.length > 0) throw new DeclarationError(kind.name, mistakes)
  const { stringify = HAS_FAST_STRINGIFY, sent = false } = options
  // Of what is sent, the explaining body alone knows what was given.
  const generate = options.generate !== false && !sent
  const accept = generate ? compileCode<Out>((code) => kind.accept('value', code), options) : giveUp
  const explain = explainer(kind, options)
  return {
    kind,
    convert(input, at) {
      const accepted = accept(input)
      return accepted === INVALID ? explain(input, at) : { ok: true, value: accepted }
    },
    write: createWriter(kind, { generate, stringify, exclusions: exclusionsOf(options), sent }),
    dropped: (value) => [...new Set(kind.dropped?.(value) ?? [])],
  }
}

const OPTIONS = Object.keys({
  generate: true,
  byName: true,
  wellFormed: true,
  strict: true,
  written: true,
  sent: true,
  excludeNone: true,
  excludeUnset: true,
  excludeDefaults: true,
  stringify: true,
} satisfies Record<keyof ConverterOptions, true>)

function mistakesOfOptions(given: unknown): readonly string[] {
  if (isObject(given)) return unknownOptions('a converter', given, OPTIONS)
  return [`the options of a converter are ${shownGiven(given)}; give an object of ${OPTIONS.join(', ')}`]
}

/** Converts by the composed closures, noting every issue. */
function explainer<Out>(kind: Kind<Out>, options: CodeOptions): Converter<Out>['convert'] {
  // Most conversions start at no place, and share one state that is made anew only while it is in use.
  let idle: Conversion | undefined
  const take = (): Conversion => {
    const state = idle ?? new Conversion([], options)
    idle = undefined
    return state
  }
  return (input, at) => {
    const state = at === undefined ? take() : new Conversion(at, options)
    const value = kind.convert(input, state)
    const issues = state.restart()
    if (at === undefined) idle = state
    return value === INVALID ? { ok: false, issues } : { ok: true, value }
  }
}
