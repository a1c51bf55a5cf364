import type { Code, Exclusions } from '../compile/code.ts'
import type { Kind } from './kind.ts'

/** The `serialize` of kinds whose values are plain JSON data as they are. */
export function asItIs<Value>(value: Value): Value {
  return value
}

/** Adds the checks of `value` as accept does; answers the expression of its plain JSON data. */
export function projectKind(kind: Kind, value: string, code: Code): string {
  if (kind.project !== undefined && !isOfValues(code.options)) return kind.project(value, code)
  const accepted = kind.accept(value, code)
  return kind.serialize === asItIs ? accepted : serializeCall(code.constant(kind), accepted, code)
}

/** Whether what is left out is told by the built values alone: by which fields were given, or by what they are. */
function isOfValues({ excludeUnset, excludeDefaults }: Exclusions): boolean {
  return excludeUnset === true || excludeDefaults === true
}

/** The expression of the plain data of a converted value, itself an expression, as the kind named `kind` has it. */
export function serializeCall(kind: string, value: string, code: Code): string {
  return `${kind}.serialize(${value}, ${code.constant(code.options)})`
}

/** The expression of the JSON text of plain data, itself an expression. */
export function writeData(data: string, code: Code): string {
  return `(${code.constant(JSON.stringify)}(${data}) ?? 'null')`
}
