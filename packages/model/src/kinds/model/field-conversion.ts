import { generatedFunction } from '../../compile/generated-function.ts'
import { once } from '../../compile/once.ts'
import { INVALID, type Invalid } from '../../issues/result.ts'
import type { Conversion } from '../conversion.ts'
import type { Field } from '../kind.ts'
import type { Masking } from '../mask.ts'
import { isSameData, readExpression, readProperty, type Source } from '../source.ts'
import { admitsNull } from './admits-null.ts'
import {
  fieldFinder,
  hasAliases,
  isReadByName,
  LEFT_OUT,
  type ModelShape,
  sentFinder,
} from './model-shape.ts'

/** What the conversion of fields needs beside their source. */
export interface FieldsContext {
  readonly state: Conversion
  /** What refuses, for its issues. */
  readonly refusing: Masking
  /** Whether the source is an instance of the model. */
  readonly isOwn: boolean
}

/** Converts each field of a source, ignoring its other keys. Returns the values in order. */
export type ValuesConverter = (source: Source, context: FieldsContext) => readonly unknown[] | Invalid

/**
 * Returns the conversion of a model's fields, each with its issues. At first use it generates code for what most
 * sources need: fields found only under their wire names.
 */
export function valuesConverter(shape: ModelShape): ValuesConverter {
  const isAliased = hasAliases(shape)
  const composed = composedConverter(shape)
  const generated = once(() => generatedConverter(shape) ?? composed)
  return (source, context) => {
    if (context.isOwn || (isAliased && isReadByName(shape, context.state.byName)))
      return composed(source, context)
    return generated()(source, context)
  }
}

function composedConverter(shape: ModelShape): ValuesConverter {
  return (source, context) => {
    const { state } = context
    const find = state.isSent ? sentFinder(shape, source) : fieldFinder(shape, source, state.byName)
    const values: unknown[] = []
    let given = 0
    for (const field of shape.fields) {
      const name = find(field, source)
      const input = name === undefined ? undefined : readProperty(source, name)
      if (name === undefined || input === LEFT_OUT) values.push(convertMissing(field, source, context))
      else {
        given++
        state.loc.push(name)
        values.push(convertGiven(field, input, context))
        state.loc.pop()
      }
    }
    state.addFieldsSet(given)
    return values.includes(INVALID) ? INVALID : values
  }
}

/**
 * The most fields that one generated function converts. With more names, its stack frame leaves no room for models
 * within.
 */
const MOST_FIELDS = 64

/**
 * The same as one straight-line function; undefined where generating code is forbidden, or would be too much. Property
 * names written in the code are read faster than those in a variable, and with one call site per kind an engine can
 * inline the kind's code.
 */
function generatedConverter({ fields }: ModelShape): ValuesConverter | undefined {
  if (fields.length > MOST_FIELDS) return undefined
  const constants = fields.flatMap((_, index) => [`field${index}`, `kind${index}`])
  const values = fields.map((_, index) => `value${index}`)
  const code = `"use strict"; return (source, context) => {
const { state } = context, { loc } = state;
let input, given = 0;
${fields.map(fieldCode).join('\n')}
state.addFieldsSet(given);
return ${values.map((value) => `${value} === INVALID || `).join('')}false ? INVALID : [${values.join(', ')}];
}`
  const create = generatedFunction(['INVALID', 'convertMissing', ...constants], code)
  return create?.(INVALID, convertMissing, ...fields.flatMap((field) => [field, field.kind])) as
    | ValuesConverter
    | undefined
}

function fieldCode({ wireName }: Field, index: number): string {
  return `input = ${readExpression('source', wireName)};
let value${index};
if (input === undefined) value${index} = convertMissing(field${index}, source, context);
else {
  given++;
  loc.push(${JSON.stringify(wireName)});
  value${index} = kind${index}.convert(input, state);
  loc.pop();
}`
}

function convertMissing(field: Field, source: Source, { state, refusing }: FieldsContext): unknown {
  if (state.lacksNulls && admitsNull(field.kind)) return null
  if (!field.required) return state.isSent ? LEFT_OUT : field.default()
  state.loc.push(field.wireName)
  state.refuse(refusing, 'missing', source)
  state.loc.pop()
  return INVALID
}

function convertGiven(field: Field, input: unknown, { state, isOwn }: FieldsContext): unknown {
  if (!isOwn || field.required) return field.kind.convert(input, state)
  const mark = state.issues.length
  const value = field.kind.convert(input, state)
  if (value !== INVALID || !isSameData(field.default(), input)) return value
  // Defaults are not validated: an instance that took a default fits its model, however odd the default is.
  state.takeBack(mark)
  return input
}
