import { type CodeOptions, compileCode, type Exclusions, exclusionsOf, giveUp } from './compile/code.ts'
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

/**
 * A compiled declaration, for converting many values: generated code handles the input that needs no conversion,
 * composed closures handle the rest.
 */
export interface Converter<Out> {
  /** The kind that was compiled. */
  readonly kind: Kind<Out>
  /** Returns the typed value of `input`, or every issue, each located below `at`. Never throws for bad data. */
  readonly convert: (input: unknown, at?: readonly LocationPart[]) => Result<Out>
  /**
   * Returns the JSON text of `value` (a plain object, class instance or row), filtered and converted through the kind
   * (spec §4.3). A field with an alias is found under either name.
   */
  readonly write: (value: unknown) => Result<string>
  /**
   * Returns the paths of the names in `value` that `write` leaves out (`author.password`, `*` for a record's keys).
   * Never contains values.
   */
  readonly dropped: (value: unknown) => readonly string[]
}

/**
 * Options of {@link createConverter}. `write` leaves out what the exclusions name; `convert` with `written` expects it
 * to be left out.
 */
export interface ConverterOptions extends Exclusions {
  /**
   * Whether functions may be generated. Default true. Where the platform forbids it, the composed closures do all the
   * work.
   */
  readonly generate?: boolean
  /** Whether `convert`, like `write`, also finds a field with an alias under its own name. Default false. */
  readonly byName?: boolean
  /**
   * Whether every string that `convert` receives is known to be well-formed Unicode and need not be searched for lone
   * surrogates. This is so for text decoded from UTF-8 without a `\\ud…` escape. Default false.
   */
  readonly wellFormed?: boolean
  /**
   * Whether `convert` refuses lax conversions (`'1'` for 1) where neither a kind nor its model sets `strict`. Default
   * false.
   */
  readonly strict?: boolean
  /**
   * Whether `convert` receives data that `write` wrote, as the reader of a reply does. Strict kinds whose values are
   * strings in JSON (times, decimals, UUIDs) then accept those strings, and validators do not run again. Default false.
   */
  readonly written?: boolean
  /**
   * Whether `convert` and `write` receive what a client is about to send. Validators do not run and missing fields get
   * no default: the server does both, once. If a field is given under both its names, the value under its own name
   * counts. What `convert` returns is then only for `kind.serialize`. Default false.
   */
  readonly sent?: boolean
  /**
   * Whether `write` leaves writing the text to `JSON.stringify`. Default: true where the engine does that faster than
   * generated code.
   */
  readonly stringify?: boolean
}

/**
 * Compiles a declaration once; the converter then only runs. Throws a {@link DeclarationError} for mistakes in the
 * declaration and for an unknown option.
 */
export function createConverter<Out>(
  declared: KindLike<Out>,
  options: ConverterOptions = {},
): Converter<Out> {
  const kind = kindOf(declared)
  const mistakes = [...mistakesOf(kind), ...mistakesOfOptions(options)]
  if (mistakes.length > 0) throw new DeclarationError(kind.name, mistakes)
  const { stringify = HAS_FAST_STRINGIFY, sent = false } = options
  // For what a client sends, only the explaining closures know which fields were given.
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
  return [
    `the options of a converter are ${shownGiven(given)}; write an object with any of ${OPTIONS.join(', ')}`,
  ]
}

/**
 * Whether `JSON.stringify` writes plain data faster than generated code: in V8 from 13.8 (detected by a feature of
 * 14.0) and in JavaScriptCore.
 */
const HAS_FAST_STRINGIFY = 'fromBase64' in Uint8Array

/** Returns the `convert` of the composed closures, which collect every issue. */
function explainer<Out>(kind: Kind<Out>, options: CodeOptions): Converter<Out>['convert'] {
  // Most conversions start at the root. They share one state; a new one is made only while it is in use.
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
