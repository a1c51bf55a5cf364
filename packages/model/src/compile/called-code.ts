import { INVALID } from '../issues/result.ts'
import { Code, type Compiled } from './code.ts'

/** How many models may be nested in one another through `nested`; deeper data is refused as a `recursion_loop`. */
export const MAX_DEPTH = 255

/**
 * The most names that the functions being executed may have together; a stack of the usual size holds that many. Beyond
 * it, generated code gives up.
 */
const MOST_NAMES = 2 ** 14

/**
 * Writes a call of the function that `body` writes, instead of inlining its code. Returns the expression of its result.
 */
export function callCode(value: string, code: Code, body: (code: Code) => string): string {
  const { functions } = code.session
  const compiled = functions.get(body) ?? compileLater(code, body)
  functions.set(body, compiled)
  const result = code.local(code.call(compiled, value))
  code.require(`${result} !== INVALID`)
  return result
}

/** Compiles at the first call, when every model is declared. */
function compileLater({ options, session }: Code, body: (code: Code) => string): Compiled {
  let made: { readonly run: Compiled; readonly names: number } | undefined
  return (value) => {
    if (session.depth >= MAX_DEPTH || session.names >= MOST_NAMES) return INVALID
    if (made === undefined) {
      const code = new Code(options, session)
      made = { run: code.build(body(code)), names: code.names }
    }
    session.depth++
    session.names += made.names
    try {
      return made.run(value)
    } finally {
      session.depth--
      session.names -= made.names
    }
  }
}
