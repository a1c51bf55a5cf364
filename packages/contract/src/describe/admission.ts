import type { JsonSchema } from '@postern/model'
import { isNamed } from '../named-object.ts'
import { ANNOTATIONS } from './annotations.ts'

/**
 * Whether every value of the schema `narrow` is one of `wide`, as far as their keywords show: `narrow` has each keyword
 * of `wide`, at least as strict. If that cannot be decided, the result is false.
 */
export function admits(wide: unknown, narrow: unknown): boolean {
  if (!isNamed(wide) || !isNamed(narrow)) return wide === true || same(wide, narrow)
  const members = alternativesOf(narrow)
  if (members.length > 1) return members.every((member) => admits(wide, member))
  const { anyOf, ...rest } = wide
  const isOne = !Array.isArray(anyOf) || anyOf.some((one) => admits(one, narrow))
  return isOne && Object.entries(rest).every(([keyword, value]) => holds(keyword, value, narrow[keyword]))
}

/** Returns the members of a schema that consists of alternatives only. */
function alternativesOf(schema: JsonSchema): readonly unknown[] {
  const keywords = Object.keys(schema).filter((keyword) => !ANNOTATIONS.has(keyword))
  return Array.isArray(schema.anyOf) && keywords.length === 1 ? schema.anyOf : [schema]
}

function holds(keyword: string, wide: unknown, narrow: unknown): boolean {
  if (ANNOTATIONS.has(keyword)) return true
  if (keyword === 'properties') return everyMember(wide, narrow)
  if (keyword === 'prefixItems')
    return everyMember(wide, narrow) && Object(wide).length === Object(narrow).length
  if (keyword === 'items' || keyword === 'additionalProperties') return admits(wide, narrow)
  if (keyword === 'required') return Object.values(Object(wide)).every((name) => includes(narrow, name))
  return same(wide, narrow) || (keyword === 'type' && wide === 'number' && narrow === 'integer')
}

function everyMember(wide: unknown, narrow: unknown): boolean {
  return Object.entries(Object(wide)).every(([name, schema]) => admits(schema, Object(narrow)[name]))
}

function includes(list: unknown, item: unknown): boolean {
  return Array.isArray(list) && list.includes(item)
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
