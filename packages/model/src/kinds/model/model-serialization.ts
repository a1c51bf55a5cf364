import type { Code, Exclusions } from '../../compile/code.ts'
import type { Field, Kind } from '../kind.ts'
import { plainData } from '../plain-data.ts'
import { isDefault } from './default-value.ts'
import { hiddenExtras } from './extras.ts'
import { LEFT_OUT, type ModelShape } from './model-shape.ts'
import { isUnset } from './unset.ts'

/**
 * Returns the plain data of an instance: its fields by wire name in declaration order, then the extra keys that it
 * keeps.
 */
export function serializeFields(
  { fields, options }: ModelShape,
  value: Record<string, unknown>,
  exclusions: Exclusions = {},
): object {
  const { excludeNone, excludeUnset, excludeDefaults } = exclusions
  const isWritten = (field: Field): boolean =>
    value[field.name] !== LEFT_OUT &&
    !(excludeUnset && isUnset(value, field.name)) &&
    !(excludeDefaults && isDefault(field, value[field.name]))
  const all = fields
    .filter(isWritten)
    .map(({ name, wireName, kind }) => [wireName, serializeValue(kind, value[name], exclusions)] as const)
  const entries = excludeNone ? all.filter(isSome) : all
  if (options.extra !== 'allow') return Object.fromEntries(entries)
  const names = new Set(fields.map(({ name }) => name))
  const shown = Object.entries(value).filter(([key, item]) => !names.has(key) && item !== undefined)
  const extras = [...shown, ...hiddenExtras(value)].map(
    ([key, item]) => [key, plainData(item, exclusions)] as const,
  )
  return Object.fromEntries([...entries, ...(excludeNone ? extras.filter(isSome) : extras)])
}

function isSome([, value]: readonly [string, unknown]): boolean {
  return value !== null
}

/** Returns the plain data of a field's default. Defaults are not validated, so null may stand for any kind. */
export function serializedDefault(field: Field, exclusions?: Exclusions): unknown {
  return serializeValue(field.kind, field.default(), exclusions)
}

/** Returns the plain data of a field's value. */
export function serializeValue(kind: Kind, value: unknown, exclusions?: Exclusions): unknown {
  return value === null || value === undefined ? null : kind.serialize(value, exclusions)
}

/** Returns the expression of what `make` makes of a field's default: the value itself if it is the same every time. */
export function defaultExpression(field: Field, make: () => unknown, code: Code): string {
  const value = typeof field.kind.options.default === 'function' ? undefined : make()
  return isLiteral(value) ? JSON.stringify(value) : code.call(make)
}

/** Whether the JSON text of a value, used as an expression, gives that value: for `Infinity` and `-0` it does not. */
function isLiteral(value: unknown): boolean {
  if (typeof value === 'number') return Object.is(JSON.parse(JSON.stringify(value)), value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}
