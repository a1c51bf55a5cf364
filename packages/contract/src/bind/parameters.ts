import {
  any,
  createConverter,
  type Field,
  type Issue,
  type KindLike,
  kindOf,
  takesText,
} from '@postern/model'
import type { Members } from '../route/body.ts'
import {
  fieldsOf,
  hyphenated,
  isKindLike,
  isModel,
  type Place,
  takesEveryValue,
  takesOthers,
} from '../route/fields.ts'
import { addIssues, missingIssues } from './issues.ts'
import type { NamedValues } from './named-values.ts'
import { setOwnMember } from './own-member.ts'
import { withoutOthers } from './undeclared-values.ts'

/** Where named values are found; the first part of an issue's location. */
export type Source = Place | 'body'

/** Takes the declared parameters from the given values and adds what is wrong with them to `issues`. */
export type TakeParameters = (given: NamedValues, issues: Issue[]) => unknown

/**
 * Compiles the parameters of one source, declared one by one or as a model, with FastAPI's order, locations and inputs.
 */
export function compileParameters(source: Source, declared: Members | KindLike): TakeParameters {
  const whole = isKindLike(declared)
  // FastAPI: an empty string is no value for form members declared one by one, but is one for the fields of a model.
  const emptyIsNone = source === 'body' && !whole
  const fields = fieldsOf(declared).map((field) => compileField(field, source, emptyIsNone))
  return whole ? compileModel(declared, fields, source) : compileMembers(fields)
}

interface CompiledField extends Field {
  /** The name under which the value is looked up and reported. */
  readonly key: string
  /** Returns what was given under the field's name; undefined if nothing was. */
  readonly take: (given: NamedValues) => unknown
  readonly loc: readonly string[]
}

function compileField(field: Field, source: Source, emptyIsNone: boolean): CompiledField {
  const key = source === 'header' ? hyphenated(field).wireName : field.wireName
  const isOfMany = takesEveryValue(field.kind)
  // FastAPI: a cookie is one string, even for a list, which refuses it unless it is empty.
  const isListOfCookie = isOfMany && source === 'cookie'
  const dropsEmpty = emptyIsNone || isListOfCookie
  const takeOne = (given: NamedValues): unknown => {
    const value = given.one(key)
    return dropsEmpty && value === '' ? undefined : value
  }
  return {
    ...field,
    key,
    take: isOfMany && !isListOfCookie && source !== 'path' ? (given) => listOf(given, key) : takeOne,
    loc: [source, key],
  }
}

function listOf(given: NamedValues, key: string): readonly unknown[] | undefined {
  const all = given.all(key)
  return all.length === 0 ? undefined : all
}

function compileMembers(fields: readonly CompiledField[]): TakeParameters {
  const takes = fields.map((field) => ({ ...field, convert: createConverter(field.kind).convert }))
  return (given, issues) => {
    const values: Record<string, unknown> = {}
    for (const field of takes) {
      const value = field.take(given)
      if (value === undefined) {
        if (field.required) issues.push(...missingIssues(field.loc))
        else setOwnMember(values, field.name, field.default())
        continue
      }
      const result = field.convert(value, field.loc)
      if (result.ok) setOwnMember(values, field.name, result.value)
      else addIssues(issues, result.issues)
    }
    return values
  }
}

function compileModel(declared: KindLike, fields: readonly CompiledField[], source: Source): TakeParameters {
  const { convert } = createConverter(kindOf(declared))
  const taken = new Set(fields.flatMap(({ key, wireName }) => [nameAt(source, key), wireName]))
  // A value under a field's own name is for the model to take (`populateByName`).
  const ownNames = new Set(fields.map(({ name }) => name).filter((name) => !taken.has(name)))
  const holdsSecrets = source === 'header' || source === 'cookie'
  const isOpen = !holdsSecrets || looksForOthers(declared)
  const othersIn = isOpen ? namesExcept(taken) : namesAmong(ownNames)
  const known = new Set([...taken, ...ownNames])
  const shown = holdsSecrets ? (issue: Issue) => withoutOthers(issue, known) : (issue: Issue) => issue
  return (given, issues) => {
    const result = convert(gather(fields, othersIn(given), given), [source])
    if (!result.ok) addIssues(issues, withPlainInputs(result.issues).map(shown))
    return result.ok ? result.value : undefined
  }
}

/**
 * Whether a model may look for names that are not fields. A validator that receives its input may: only through one
 * does a model accept a string.
 */
function looksForOthers(declared: KindLike): boolean {
  return takesOthers(declared) || (isModel(declared) && takesText(kindOf(declared)))
}

type GivenNames = (given: NamedValues) => readonly string[]

function namesExcept(taken: ReadonlySet<string>): GivenNames {
  return (given) => [...given.names()].filter((name) => !taken.has(name))
}

function namesAmong(wanted: ReadonlySet<string>): GivenNames {
  if (wanted.size === 0) return () => []
  return (given) => [...given.names()].filter((name) => wanted.has(name))
}

/** A header is identified by its name in lower case. */
function nameAt(source: Source, key: string): string {
  return source === 'header' ? key.toLowerCase() : key
}

/**
 * Returns the input of a model: declared fields with their defaults first, as FastAPI shows them, then everything else
 * that was given.
 */
function gather(
  fields: readonly CompiledField[],
  others: readonly string[],
  given: NamedValues,
): Record<string, unknown> {
  const input = new Map<string, unknown>()
  for (const field of fields) {
    const value = field.take(given) ?? field.default()
    if (value !== undefined && value !== null) input.set(field.wireName, value)
  }
  for (const name of others) {
    const values = given.all(name)
    input.set(name, values.length === 1 ? values[0] : values)
  }
  return Object.fromEntries(input)
}

/**
 * Returns the issues with their inputs as JSON has them: beside what was sent there are defaults, which may be sets.
 */
function withPlainInputs(issues: readonly Issue[]): readonly Issue[] {
  // Every issue of a missing field shows the same input.
  const plain = new Map<unknown, unknown>()
  return issues.map((issue) => {
    const { input } = issue
    if (!plain.has(input)) plain.set(input, DATA.serialize(input))
    return { ...issue, input: plain.get(input) }
  })
}

const DATA = any()
