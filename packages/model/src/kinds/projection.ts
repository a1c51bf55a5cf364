import type { Code } from '../compile/code.ts'
import type { Kind } from './kind.ts'

/** The `serialize` of kinds whose values are already plain JSON data. */
export function asItIs<Value>(value: Value): Value {
  return value
}

/** Adds the checks of `value` as accept does. Returns the expression of its plain JSON data. */
export function projectKind(kind: Kind, value: string, code: Code): string {
  if (kind.project !== undefined) return kind.project(value, code)
  const accepted = kind.accept(value, code)
  return kind.serialize === asItIs ? accepted : serializeCall(code.constant(kind), accepted, code)
}

/**
 * Returns the expression of the plain data of a converted value, itself an expression; `kind` is the name of its kind
 * in the code.
 */
export function serializeCall(kind: string, value: string, code: Code): string {
  return `${kind}.serialize(${value}, ${code.constant(code.options)})`
}

/** Returns the expression of the JSON text of plain data, itself an expression. */
export function writeData(data: string, code: Code): string {
  return `(${code.call(JSON.stringify, data)} ?? 'null')`
}
