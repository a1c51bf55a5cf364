import { compileCode, type Exclusions, giveUp } from '../compile/code.ts'
import { once } from '../compile/once.ts'
import { INVALID, type Invalid, type Result } from '../issues/result.ts'
import { Conversion, REPLY } from './conversion.ts'
import type { Kind } from './kind.ts'
import { projectKind, writeData } from './projection.ts'

/** How JSON text is written. */
export interface WriterOptions {
  /** Whether functions may be generated. */
  readonly generate: boolean
  /** Whether `JSON.stringify` writes all of it, where the engine does that faster than generated code. */
  readonly stringify: boolean
  /** Which fields of models are left out. */
  readonly exclusions: Exclusions
  /** Whether a client writes it. */
  readonly sent: boolean
}

/**
 * Returns a function that writes values as JSON text, filtered and converted through `kind`, or returns every issue.
 */
export function createWriter(kind: Kind, options: WriterOptions): (value: unknown) => Result<string> {
  const write = quickWriter(kind, options)
  return (value) => {
    const written = write(value)
    return written === INVALID ? explain(kind, value, options) : { ok: true, value: written }
  }
}

/** Gives up if a value needs more than a check. */
type QuickWrite = (value: unknown) => string | Invalid

function quickWriter(kind: Kind, { generate, stringify, exclusions }: WriterOptions): QuickWrite {
  if (!generate) return giveUp
  if (Object.values(exclusions).includes(true)) return stringifier(kind, { ...REPLY, ...exclusions })
  return stringify ? stringifier(kind) : joiner(kind)
}

// Joining strings is fastest if none needs an escape. After one that did, the next is likely to need one too.
function joiner(kind: Kind): QuickWrite {
  // Many declarations are only used for reading, so the writing code is generated for the first value, here and below.
  const join = once(() => compileCode<string>((code) => kind.write('value', code), REPLY))
  const stringify = stringifier(kind)
  let hadEscapes = false
  return (value) => {
    const joined = hadEscapes ? INVALID : join()(value)
    if (joined !== INVALID) return joined
    const text = stringify(value)
    hadEscapes = text !== INVALID && text.includes('\\')
    return text
  }
}

function stringifier(kind: Kind, options = REPLY): QuickWrite {
  const write = once(() =>
    compileCode<string>((code) => writeData(projectKind(kind, 'value', code), code), options),
  )
  return (value) => write()(value)
}

function explain(kind: Kind, value: unknown, { exclusions, sent }: WriterOptions): Result<string> {
  const state = new Conversion([], { ...REPLY, ...exclusions, sent })
  const converted = kind.convert(value, state)
  if (converted === INVALID) return { ok: false, issues: state.issues }
  return { ok: true, value: JSON.stringify(kind.serialize(converted, exclusions)) ?? 'null' }
}
