import type { Code } from '../../compile/code.ts'
import type { Field } from '../kind.ts'
import { isPlain, isSource, readExpression, readProperty, type Source } from '../source.ts'
import {
  fieldFinder,
  hasAliases,
  isInstance,
  isReadByName,
  type ModelShape,
  namesOf,
  rivalOf,
} from './model-shape.ts'

/** How the value of a field becomes an expression: `given` if the source has it, `otherwise` for the default. */
export interface FieldExpressions {
  readonly given: (field: Field, value: string) => string
  readonly otherwise: (field: Field) => string
}

/**
 * Adds the checks that `value` is a source of the model's fields, and those of each field. Returns the fields'
 * expressions in order.
 */
export function acceptFields(
  shape: ModelShape,
  { value, code }: { readonly value: string; readonly code: Code },
  expressions: FieldExpressions,
): string[] {
  code.require(`${value} !== null && typeof ${value} === 'object' && !Array.isArray(${value})`)
  // Only if no field is required could a date or a collection pass for a source (see isSourceOf).
  if (shape.fields.every(({ required }) => !required)) code.require(code.call(isSource, value))
  const { strict } = code
  code.strict = shape.options.strict ?? code.options.strict === true
  const names = fieldNames(shape, value, code)
  const acceptEach = (field: Field): string => {
    const isContested = code.options.byName === true && rivalOf(shape, field) !== undefined
    const given = isContested
      ? code.local(code.call(finderOf(shape, field), value))
      : readField(field, { value, code, ...names })
    return acceptField(field, given, { code, ...expressions })
  }
  const isValidated = (source: object): boolean => isInstance(shape, source)
  const results = code.skipStepsWhere(isValidated, value, () => shape.fields.map(acceptEach))
  code.strict = strict
  if (shape.options.extra === 'forbid') refuseExtras(shape, value, code)
  return results
}

interface FieldNames {
  readonly byName: boolean
  /** The name of a variable that says whether the source is an instance; absent where that makes no difference. */
  readonly instance: string | undefined
  /** Whether keys that belong to no field are refused. */
  readonly isClosed: boolean
}

function fieldNames(shape: ModelShape, value: string, code: Code): FieldNames {
  const byName = isReadByName(shape, code.options.byName === true)
  const isClosed = shape.options.extra === 'forbid'
  if (!hasAliases(shape)) return { byName, instance: undefined, isClosed }
  return { byName, instance: code.local(code.call(isInstance, code.constant(shape), value)), isClosed }
}

/** Reads a field whose wire name is the own name of another field. */
function finderOf(shape: ModelShape, field: Field): (source: Source) => unknown {
  return (source) => {
    const name = fieldFinder(shape, source, true)(field, source)
    return name === undefined ? undefined : readProperty(source, name)
  }
}

function readField(
  { name, wireName }: Field,
  { value, code, byName, instance, isClosed }: FieldNames & { readonly value: string; readonly code: Code },
): string {
  const byWireName = readExpression(value, wireName)
  if (instance === undefined || name === wireName) return code.local(byWireName)
  const named = readExpression(value, name)
  const given = code.local(`${instance} ? ${named} : ${byWireName}`)
  if (!byName) return given
  code.block(`if (${given} === undefined)`, () => code.statement(`${given} = ${named};`))
  // If the field is given under both names, one of them may be an extra key: the explaining closures decide.
  if (isClosed) code.block(`else`, () => code.require(`${instance} || ${named} === undefined`))
  return given
}

function acceptField(
  field: Field,
  value: string,
  { code, given, otherwise }: FieldExpressions & { readonly code: Code },
): string {
  if (field.required) {
    code.require(`${value} !== undefined`)
    return given(field, value)
  }
  const result = code.local('undefined')
  code.block(`if (${value} === undefined)`, () => code.statement(`${result} = ${otherwise(field)};`))
  code.block('else', () => code.statement(`${result} = ${given(field, value)};`))
  return result
}

function refuseExtras(shape: ModelShape, value: string, code: Code): void {
  const names = code.constant(namesOf(shape, code.options.byName === true))
  const key = code.name()
  code.block(`if (${code.call(isPlain, value)}) for (const ${key} of Object.keys(${value}))`, () =>
    code.require(`${names}.has(${key}) || ${value}[${key}] === undefined`),
  )
}
