import type { Code } from '../compile/code.ts'
import { hiddenExtras } from './extras.ts'
import type { Field, Kind } from './kind.ts'
import { LEFT_OUT, type ModelShape } from './model-shape.ts'
import { plainData } from './plain-data.ts'

/** The plain data of an instance: its fields by wire name in the order of the declaration, then the keys it was let keep. */
export function serializeFields(
  { fields, options }: ModelShape,
  value: Record<string, unknown>,
  excludesNone?: boolean,
): object {
  const all = fields
    .filter(({ name }) => value[name] !== LEFT_OUT)
    .map(({ name, wireName, kind }) => [wireName, serializeValue(kind, value[name], excludesNone)] as const)
  const entries = excludesNone === true ? all.filter(isSome) : all
  if (options.extra !== 'allow') return Object.fromEntries(entries)
  const names = new Set(fields.map(({ name }) => name))
  const shown = Object.entries(value).filter(([key, item]) => !names.has(key) && item !== undefined)
  const extras = [...shown, ...hiddenExtras(value)].map(
    ([key, item]) => [key, plainData(item, excludesNone)] as const,
  )
  return Object.fromEntries([...entries, ...(excludesNone === true ? extras.filter(isSome) : extras)])
}

function isSome([, value]: readonly [string, unknown]): boolean {
  return value !== null
}

/** The plain data of a field's default, which nothing has checked: null is let stand for any kind. */
export function serializedDefault(field: Field, excludesNone?: boolean): unknown {
  return serializeValue(field.kind, field.default(), excludesNone)
}

function serializeValue(kind: Kind, value: unknown, excludesNone?: boolean): unknown {
  return value === null || value === undefined ? null : kind.serialize(value, excludesNone)
}

/** The expression of what `make` makes of a field's default: the value itself where it is the same every time. */
export function defaultExpression(field: Field, make: () => unknown, code: Code): string {
  const value = typeof field.kind.options.default === 'function' ? undefined : make()
  return isLiteral(value) ? JSON.stringify(value) : `${code.constant(make)}()`
}

/** Whether the JSON text of a value is an expression of it: of `Infinity` and `-0` it is one of another. */
function isLiteral(value: unknown): boolean {
  if (typeof value === 'number') return Object.is(JSON.parse(JSON.stringify(value)), value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}
