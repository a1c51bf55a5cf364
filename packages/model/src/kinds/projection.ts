import type { Code } from '../compile/code.ts'
import type { Kind } from './kind.ts'

/** Adds the checks of `value` as accept does; answers the expression of its plain JSON data. */
export function projectKind(kind: Kind, value: string, code: Code): string {
  if (kind.project !== undefined) return kind.project(value, code)
  return `${code.constant(kind)}.serialize(${kind.accept(value, code)})`
}
