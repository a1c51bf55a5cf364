import { createConverter, type Field, fieldOf, type KindLike } from '@postern/model'
import type { Body, Members } from '../route/body.ts'
import { fieldsOf, isDeclaredWhole, isModel } from '../route/fields.ts'
import { isNamedFiles } from '../route/file-fields.ts'
import { compileNamedTexts, givenAs } from './parameter-text.ts'

/** A body and what it is said to be; fetch knows the type of the others. */
export interface RequestBody {
  readonly body?: BodyInit
  readonly contentType?: string
}

/** Compiles how a body is written from its binding. */
export function compileRequestBody({ binding, declared }: Body): (value: unknown) => RequestBody {
  const write = WRITERS[binding](declared as Members | KindLike)
  return (value) => (value === undefined ? {} : write(value))
}

type Writer = (declared: Members | KindLike) => (value: unknown) => RequestBody

const writeJson: Writer = (declared) => {
  const textOf = compileJsonText(declared)
  return (value) => ({ body: textOf(value), contentType: 'application/json' })
}

const WRITERS: Readonly<Record<Body['binding'], Writer>> = {
  json: writeJson,
  'json-or-form': writeJson,
  form(declared) {
    const pairs = compileNamedTexts(fieldsOf(declared))
    return (value) => ({ body: new URLSearchParams(pairs(Object(value))) })
  },
  multipart(declared) {
    const fields = fieldsOf(declared)
    const named = fields.flatMap(({ name, kind }) =>
      isNamedFiles(kind) ? [{ name, append: compileFormPairs(fieldsOf(kind.members)) }] : [],
    )
    const append = compileFormPairs(fields.filter(({ kind }) => !isNamedFiles(kind)))
    return (value) => {
      const form = new FormData()
      const values: Readonly<Record<string, unknown>> = Object(value)
      append(form, values)
      for (const one of named) one.append(form, Object(values[one.name]))
      return { body: form }
    }
  },
  raw: () => (value) => ({
    body: value as BodyInit,
    ...(!(value instanceof Blob) && { contentType: 'application/octet-stream' }),
  }),
}

/** Files come behind the texts. */
function compileFormPairs(
  fields: readonly Field[],
): (form: FormData, values: Readonly<Record<string, unknown>>) => void {
  const pairs = compileNamedTexts(fields)
  return (form, values) => {
    const texts = Object.entries(values).filter(([, given]) => !isFiles(given))
    for (const [name, text] of pairs(Object.fromEntries(texts))) form.append(name, text)
    for (const { name, wireName } of fields) {
      for (const file of [values[name]].flat()) if (file instanceof Blob) form.append(wireName, file)
    }
  }
}

function isFiles(value: unknown): boolean {
  return [value].flat().some((item) => item instanceof Blob)
}

/** The JSON text of what does not fit, as it is but for the names of a model's fields, which the server knows by their aliases. */
function misfitText(declared: KindLike, value: unknown): string {
  if (!isModel(declared) || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value) ?? 'null'
  const wireNames = new Map(fieldsOf(declared).map(({ name, wireName }) => [name, wireName]))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const written = members.map(([name, member]) => {
    const field = wireNames.has(name) ? declared.fields[name] : undefined
    const text = field === undefined ? (JSON.stringify(member) ?? 'null') : compileJsonText(field)(member)
    return `${JSON.stringify(wireNames.get(name) ?? name)}:${text}`
  })
  return `{${written}}`
}

/** The JSON text of a body, through its model where it fits. Where it does not it is sent as it is: the server tells why. */
function compileJsonText(declared: Members | KindLike): (value: unknown) => string {
  if (isDeclaredWhole(declared)) {
    const { write } = createConverter(declared, { sent: true })
    return (value) => {
      const written = write(value)
      return written.ok ? written.value : misfitText(declared, value)
    }
  }
  const members = Object.entries(declared).map(([name, member]) => ({
    ...fieldOf(name, member),
    textOf: compileJsonText(member),
  }))
  return (value) => {
    const values: Readonly<Record<string, unknown>> = Object(value)
    const written = members.flatMap(({ name, wireName, textOf }) => {
      const member = givenAs(values, name)
      return member === undefined ? [] : `${JSON.stringify(wireName)}:${textOf(member)}`
    })
    return `{${written}}`
  }
}
