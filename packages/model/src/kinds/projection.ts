import type { Code } from '../compile/code.ts'
import { stringifyWellFormed } from '../compile/quote.ts'
import type { Kind } from './kind.ts'

/** Adds the checks of `value` as accept does; answers the expression of its plain JSON data. */
export function projectKind(kind: Kind, value: string, code: Code): string {
  if (kind.project !== undefined) return kind.project(value, code)
  return `${code.constant(kind)}.serialize(${kind.accept(value, code)})`
}

/** Adds the writing of plain data, an expression, whose texts nobody has asked whether they are well formed; answers the JSON text. */
export function writeData(data: string, code: Code): string {
  const text = code.local(`${code.constant(stringifyWellFormed)}(${data})`)
  code.require(`${text} !== undefined`)
  return text
}
