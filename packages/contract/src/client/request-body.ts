import { Conversion, createConverter, type Field, fieldOf, INVALID, type KindLike } from '@postern/model'
import { isNamed } from '../named-object.ts'
import type { Body, Members } from '../route/body.ts'
import { fieldsOf, isKindLike, isModel } from '../route/fields.ts'
import { isNamedFiles } from '../route/file-fields.ts'
import { type FormPart, multipartBody } from './multipart-body.ts'
import {
  compileGiven,
  compileNamedTexts,
  listed,
  type Reading,
  refuseWhereDefault,
} from './parameter-text.ts'
import { compileUndeclaredTexts } from './undeclared-texts.ts'

/** A body and its content type; neither if none is given. */
export interface RequestBody {
  readonly body?: BodyInit
  readonly contentType?: string
}

/** Compiles how a body is written, according to its binding. */
export function compileRequestBody({ binding, declared }: Body): (value: unknown) => RequestBody {
  // The writer of a raw body, which declares nothing, ignores this.
  const write = WRITERS[binding](declared ?? {})
  return (value) => (value === undefined ? {} : write(value))
}

type Writer = (declared: Members | KindLike) => (value: unknown) => RequestBody

const writeJson: Writer = (declared) => {
  const textOf = compileJsonText(declared)
  const whole = isKindLike(declared) ? fieldOf('The body', declared) : undefined
  return (value) => {
    if (whole !== undefined) refuseNull(value, whole)
    return { body: textOf(value), contentType: 'application/json' }
  }
}

/** In JSON null counts as no value, and a server uses the default for it. */
function refuseNull(value: unknown, { name, required, default: defaultOf }: Field): void {
  if (value === null && !required) refuseWhereDefault({ name, value, otherwise: defaultOf() })
}

const writeBytes = (value: unknown): RequestBody => ({
  body: value as BodyInit,
  contentType: (value instanceof Blob && value.type) || 'application/octet-stream',
})

const WRITERS: Readonly<Record<Body['binding'], Writer>> = {
  json: writeJson,
  'json-or-form': writeJson,
  form(declared) {
    const fields = fieldsOf(declared)
    const pairs = compileNamedTexts(fields, readingOf(declared))
    const others = compileUndeclaredTexts(declared, fields)
    return (value) => ({
      body: new URLSearchParams([...pairs(Object(value)), ...others(Object(value))]),
      // Set although fetch would set it: otherwise a common header of that name would replace it.
      contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
    })
  },
  multipart(declared) {
    const fields = fieldsOf(declared)
    const texts = fields.filter(({ kind }) => !isNamedFiles(kind))
    const partsOf = compileFormParts(texts, readingOf(declared))
    const others = compileUndeclaredTexts(declared, fields)
    const named = fields.flatMap(({ name, kind }) =>
      isNamedFiles(kind) ? [{ name, partsOf: compileFormParts(fieldsOf(kind.members)) }] : [],
    )
    return (value) => {
      const values: Readonly<Record<string, unknown>> = Object(value)
      const ofNames = named.flatMap((one) => one.partsOf(Object(values[one.name])))
      return multipartBody([...partsOf(values), ...others(values), ...ofNames])
    }
  },
  raw: () => writeBytes,
  stream: () => writeBytes,
}

/**
 * Members declared one by one are read as FastAPI reads them: an empty string in a form, and null in JSON, count as no
 * value.
 */
function readingOf(declared: Members | KindLike): Reading {
  return { emptyIsNone: !isKindLike(declared) }
}

/** Files come after the strings. */
function compileFormParts(
  fields: readonly Field[],
  reading: Reading = {},
): (values: Readonly<Record<string, unknown>>) => readonly FormPart[] {
  const textsOf = compileNamedTexts(fields, reading)
  const given = compileGiven(fields)
  return (values) => {
    const members = fields.map((field) => ({ ...field, value: given(values, field) }))
    const texts = members.filter(({ value }) => !isFiles(value)).map(({ name, value }) => [name, value])
    const files = members.flatMap(({ wireName, value }) =>
      [value].flat().flatMap((file): FormPart[] => (file instanceof Blob ? [[wireName, file]] : [])),
    )
    return [...textsOf(Object.fromEntries(texts)), ...files]
  }
}

function isFiles(value: unknown): boolean {
  return [value].flat().some((item) => item instanceof Blob)
}

/**
 * Returns the JSON text of a value that does not fit, unchanged except for the names of a model's fields, which the
 * server knows by their aliases.
 */
function misfitText(declared: KindLike, value: unknown): string {
  if (!isModel(declared) || !isNamed(value)) return jsonText(value, formOf)
  const wireNames = new Map(fieldsOf(declared).map(({ name, wireName }) => [name, wireName]))
  const given = Object.entries(value).filter(([, member]) => member !== undefined)
  const byOwnName = new Set(given.map(([name]) => wireNames.get(name)))
  const members = given.filter(([name]) => wireNames.has(name) || !byOwnName.has(name))
  const written = members.map(([name, member]) => {
    const field = wireNames.has(name) ? declared.fields[name] : undefined
    const text = field === undefined ? jsonText(member, formOf) : compileJsonText(field)(member)
    return `${JSON.stringify(wireNames.get(name) ?? name)}:${text}`
  })
  return `{${written}}`
}

/**
 * Returns the JSON text of a body, through its model if it fits. Otherwise it is sent as it is, and the server reports
 * why.
 */
function compileJsonText(declared: Members | KindLike): (value: unknown) => string {
  if (isKindLike(declared)) {
    const { kind } = createConverter(declared, { generate: false })
    return (value) => {
      const converted = kind.convert(value, new Conversion([], SENT))
      return converted === INVALID ? misfitText(declared, value) : jsonText(kind.serialize(converted))
    }
  }
  const members = Object.entries(declared).map(([name, member]) => ({
    ...fieldOf(name, member),
    textOf: compileJsonText(member),
  }))
  const given = compileGiven(members)
  return (value) => {
    const values: Readonly<Record<string, unknown>> = Object(value)
    const written = members.flatMap((field) => {
      const member = given(values, field)
      refuseNull(member, field)
      return member === undefined ? [] : `${JSON.stringify(field.wireName)}:${field.textOf(member)}`
    })
    return `{${written}}`
  }
}

/** Input uses the fields' own names, as a reply does. Validators and defaults are the server's. */
const SENT = { byName: true, isReply: true, sent: true }

/**
 * A replacer for JSON.stringify, which has no form for sets and bigints. Throws a TypeError for a bigint that would be
 * rounded.
 */
function formOf(name: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return listed(value)
  if (Number.isSafeInteger(Number(value))) return Number(value)
  throw new TypeError(
    `${name || 'The body'} cannot be sent as ${value}, which no number holds exactly; send it as a string`,
  )
}

/** Returns the JSON text of data. Throws a TypeError for what would arrive as null. */
function jsonText(data: unknown, replacer?: typeof formOf): string {
  const text: string | undefined = JSON.stringify(data, replacer)
  if (text === undefined) throw formless('', data)
  if (text.includes('null')) JSON.stringify(data, refuseFormless)
  return text
}

function refuseFormless(this: unknown, name: string, value: unknown): unknown {
  const form = formOf(name, value)
  const isFormless =
    typeof form === 'number'
      ? !Number.isFinite(form)
      : Array.isArray(this) && ['undefined', 'function', 'symbol'].includes(typeof form)
  // An invalid Date has become null already.
  const given = form === null ? Object(this)[name] : form
  if (!isFormless && !(form === null && given instanceof Date)) return form
  throw formless(name, given)
}

function formless(name: string, given: unknown): TypeError {
  const shown = typeof given === 'function' ? 'a function' : String(given)
  return new TypeError(`${name || 'The body'} cannot be sent as ${shown}, which JSON cannot represent`)
}
