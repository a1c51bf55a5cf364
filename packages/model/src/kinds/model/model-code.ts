import { callCode } from '../../compile/called-code.ts'
import { type Code, type CodeOptions, notesUnset } from '../../compile/code.ts'
import { INVALID, type Invalid } from '../../issues/result.ts'
import { Conversion } from '../conversion.ts'
import type { Field, Kind } from '../kind.ts'
import type { Source } from '../source.ts'
import { admitsNull } from './admits-null.ts'
import { type Instance, withExtras } from './extras.ts'
import { acceptFields } from './field-code.ts'
import type { InstanceBuilder } from './instance.ts'
import { convertExtras } from './model-conversion.ts'
import { projectModel } from './model-projection.ts'
import { defaultExpression, serializedDefault } from './model-serialization.ts'
import type { ModelShape } from './model-shape.ts'
import { noteUnset } from './unset.ts'

/** Returns the generated code of a model: that of its fields, inlined, around one object or one text. */
export function modelCode(
  shape: ModelShape,
  build: InstanceBuilder,
): Pick<Kind, 'accept' | 'project'> & Partial<Pick<Kind, 'write'>> {
  const accept = calledWhereLong((value, code) => acceptModel(shape, { value, code, build }))
  if (shape.options.extra === 'allow') return { accept }
  return {
    accept,
    write: calledWhereLong((value, code) => writeModel(shape, value, code)),
    project: calledWhereLong((value, code) => projectModel(shape, value, code)),
  }
}

function calledWhereLong(inline: Kind['accept']): Kind['accept'] {
  const body = (code: Code): string => inline('value', code)
  return (value, code) => (code.isLong ? callCode(value, code, body) : inline(value, code))
}

function acceptModel(
  shape: ModelShape,
  { value, code, build }: { readonly value: string; readonly code: Code; readonly build: InstanceBuilder },
): string {
  const values = acceptFields(
    shape,
    { value, code },
    {
      given: ({ kind }, given) => kind.accept(given, code),
      otherwise: (field) => (wasNull(field, code) ? 'null' : defaultExpression(field, field.default, code)),
    },
  )
  const built = code.call(build, ...values)
  const instance = notesUnset(code.options) ? code.call(noteUnset, code.constant(shape), built, value) : built
  if (shape.options.extra !== 'allow') return instance
  const kept = code.local(code.call(extrasKeeper(shape, code.options), instance, value))
  code.require(`${kept} !== INVALID`)
  return kept
}

function wasNull({ kind }: Field, { options }: Code): boolean {
  return options.written === true && options.excludeNone === true && admitsNull(kind)
}

function extrasKeeper(
  shape: ModelShape,
  options: CodeOptions,
): (instance: Instance, source: Source) => Instance | Invalid {
  return (instance, source) => {
    const extras = convertExtras(shape, source, new Conversion([], options))
    return extras === INVALID ? INVALID : withExtras(instance, extras)
  }
}

function writeModel(shape: ModelShape, value: string, code: Code): string {
  const texts = acceptFields(
    shape,
    { value, code },
    {
      given: ({ kind }, given) => kind.write(given, code),
      otherwise: (field) => defaultExpression(field, () => JSON.stringify(serializedDefault(field)), code),
    },
  )
  const members = shape.fields.map(({ wireName }, index) => {
    const name = `${index === 0 ? '{' : ','}${JSON.stringify(wireName)}:`
    return `${JSON.stringify(name)} + ${texts[index]}`
  })
  // Joins adjacent string literals: `" + "` occurs nowhere else in the source.
  return members.length === 0 ? '"{}"' : [...members, '"}"'].join(' + ').replaceAll('" + "', '')
}
