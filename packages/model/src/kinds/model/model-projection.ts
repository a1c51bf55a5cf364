import type { Code, CodeOptions } from '../../compile/code.ts'
import type { Field } from '../kind.ts'
import { projectKind } from '../projection.ts'
import { setOwn } from '../source.ts'
import { isDefault } from './default-value.ts'
import { acceptFields } from './field-code.ts'
import { defaultExpression, serializedDefault, serializeValue } from './model-serialization.ts'
import type { ModelShape } from './model-shape.ts'

/** Generates the code that checks a model's fields and returns their plain JSON data, without what is excluded. */
export function projectModel(shape: ModelShape, value: string, code: Code): string {
  const { excludeNone, excludeUnset, excludeDefaults } = code.options
  if (excludeNone || excludeUnset || excludeDefaults) return projectSparsely(shape, value, code)
  const values = acceptFields(
    shape,
    { value, code },
    {
      given: ({ kind }, given) => projectKind(kind, given, code),
      otherwise: (field) => defaultExpression(field, () => serializedDefault(field), code),
    },
  )
  const members = shape.fields.map(({ wireName }, index) => `${keyExpression(wireName)}: ${values[index]}`)
  return `{ ${members.join(', ')} }`
}

// A computed key is slower, but this name written plainly would set the prototype.
function keyExpression(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)
}

function projectSparsely(shape: ModelShape, value: string, code: Code): string {
  const { options } = code
  const defaultOf = (field: Field): string => {
    const make = isCompared(field, options) ? field.default : () => serializedDefault(field, options)
    return defaultExpression(field, make, code)
  }
  const values = acceptFields(
    shape,
    { value, code },
    {
      given: (field, given) =>
        isCompared(field, options) ? field.kind.accept(given, code) : projectKind(field.kind, given, code),
      otherwise: (field) => (options.excludeUnset === true ? 'undefined' : defaultOf(field)),
    },
  )
  const data = code.local('{}')
  for (const [index, field] of shape.fields.entries())
    addUnlessExcluded(field, { data, value: code.local(String(values[index])), code })
  return data
}

/**
 * Whether a field is compared with its default. If so, its value is used instead of its data, which may lack the
 * difference.
 */
function isCompared({ required }: Field, { excludeDefaults }: CodeOptions): boolean {
  return excludeDefaults === true && !required
}

function addUnlessExcluded(
  field: Field,
  { data, value, code }: { readonly data: string; readonly value: string; readonly code: Code },
): void {
  const { options } = code
  const differs = (given: unknown): boolean => !isDefault(field, given)
  const serialize = (given: unknown): unknown => serializeValue(field.kind, given, options)
  const isGiven = options.excludeUnset === true ? `${value} !== undefined` : 'true'
  if (!isCompared(field, options)) code.block(`if (${isGiven})`, () => addMember(value))
  else
    code.block(`if (${isGiven} && ${code.call(differs, value)})`, () =>
      addMember(code.local(code.call(serialize, value))),
    )

  function addMember(written: string): void {
    const name = JSON.stringify(field.wireName)
    const isName = field.wireName !== '__proto__'
    const add = isName ? `${data}[${name}] = ${written}` : code.call(setOwn, data, name, written)
    code.statement(options.excludeNone === true ? `if (${written} !== null) ${add};` : `${add};`)
  }
}
