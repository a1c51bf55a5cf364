import { Code } from './compile/code.ts'
import type { LocationPart } from './issues/issue.ts'
import { INVALID, type Result } from './issues/result.ts'
import { Conversion } from './kinds/conversion.ts'
import { type Kind, type KindLike, kindOf } from './kinds/kind.ts'

/** A declaration made ready for many values: both bodies of design decision 8. */
export interface Converter<Out> {
  readonly kind: Kind<Out>
  /** The typed value of `input`, or every issue, each located below `at`. Never throws for bad data. */
  readonly convert: (input: unknown, at?: readonly LocationPart[]) => Result<Out>
  /** The JSON text of `value` (objects, class instances, rows), filtered and converted through the kind (spec §4.3). */
  readonly write: (value: unknown) => Result<string>
}

/** Options of {@link createConverter}. */
export interface ConverterOptions {
  /** Whether functions may be generated. Default true; where the platform forbids it the composed closures serve alone. */
  readonly generate?: boolean
}

/** Compiles a declaration once; the converter then only runs. */
export function createConverter<Out>(
  declared: KindLike<Out>,
  options: ConverterOptions = {},
): Converter<Out> {
  const kind = kindOf(declared)
  const accept = options.generate === false ? undefined : generate<Out>((code) => kind.accept('value', code))
  const write = options.generate === false ? undefined : generate<string>((code) => kind.write('value', code))
  const convert = (input: unknown, at?: readonly LocationPart[]): Result<Out> => {
    const accepted = accept === undefined ? INVALID : accept(input)
    return accepted === INVALID ? explain(kind, input, at) : { ok: true, value: accepted }
  }
  return { kind, convert, write: (value) => writeOne({ kind, write, convert }, value) }
}

function explain<Out>(kind: Kind<Out>, input: unknown, at?: readonly LocationPart[]): Result<Out> {
  const state = new Conversion(at)
  const value = kind.convert(input, state)
  return value === INVALID ? { ok: false, issues: state.issues } : { ok: true, value }
}

function generate<Out>(body: (code: Code) => string): ((value: unknown) => Out | typeof INVALID) | undefined {
  const code = new Code()
  return code.build<Out>(body(code))
}

function writeOne<Out>(
  parts: Pick<Converter<Out>, 'kind' | 'convert'> & {
    write: ((value: unknown) => string | typeof INVALID) | undefined
  },
  value: unknown,
): Result<string> {
  const written = parts.write === undefined ? INVALID : parts.write(value)
  if (written !== INVALID) return { ok: true, value: written }
  const converted = parts.convert(value)
  return converted.ok ? { ok: true, value: JSON.stringify(parts.kind.serialize(converted.value)) } : converted
}
