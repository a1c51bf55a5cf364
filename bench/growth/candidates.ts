import { type ConverterOptions, createConverter, integer, list, Model, string } from '@postern/model'
import { Ajv } from 'ajv'
import createSerializer from 'fast-json-stringify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { z } from 'zod'
import { createSink } from '../harness/loop.ts'
import type { Candidate } from '../harness/sampling.ts'

/** A model with this many fields, alternately strings and integers; or a list of this many models. */
export interface Size {
  readonly fields: number
  readonly items?: number
}

/**
 * Returns the name of a field. Each size has its own names, as real models do: engines share what they learn between
 * functions with the same text.
 */
export function fieldNameOf({ fields, items }: Size, place: number): string {
  return `field${place}${items === undefined ? '' : `of${items}`}x${fields}`
}

/** Returns the validators for data of this size: each returns the value, or the messages of its errors. */
export function validatorsOf(size: Size): Candidate[] {
  return [posternValidator(size), zodValidator(size), typeboxValidator(size), ajvValidator(size)]
}

/** Returns the writers that convert data of this size to bytes. */
export function writersOf(size: Size): Candidate[] {
  const { write } = posternConverter(size)
  const serialize = createSerializer(typeboxSchema(size))
  const text = (value: unknown) => {
    const result = write(value)
    if (!result.ok) throw new Error(result.issues[0]?.msg)
    return result.value
  }
  return [
    { name: 'postern', run: createSink(text) },
    { name: 'fast-json-stringify', run: createSink(serialize) },
    { name: 'JSON.stringify', run: createSink((value) => JSON.stringify(value)) },
  ]
}

function posternConverter(size: Size, options: ConverterOptions = {}) {
  const kinds = declare(size, { text: string({ maxLength: 50 }), number: integer({ ge: 0 }) })
  class Wide extends Model(kinds) {}
  return size.items === undefined ? createConverter(Wide, options) : createConverter(list(Wide), options)
}

function posternValidator(size: Size): Candidate {
  const { convert } = posternConverter(size, { wellFormed: true })
  return {
    name: 'postern',
    run: (input) => {
      const result = convert(input)
      return result.ok ? result.value : result.issues.map(({ msg }) => msg)
    },
  }
}

function zodValidator(size: Size): Candidate {
  const object = z.object(declare(size, { text: z.string().max(50), number: z.int().min(0) }))
  const schema = z.compile(size.items === undefined ? object : z.array(object), { strict: true })
  return {
    name: 'zod compiled',
    run: (input) => {
      const result = schema.safeParse(input)
      return result.success ? result.data : result.error.issues.map(({ message }) => message)
    },
  }
}

function typeboxValidator(size: Size): Candidate {
  const schema = Compile(typeboxSchema(size))
  const refuse = (input: unknown) => {
    const value = schema.Clean(schema.Convert(schema.Default(input)))
    return schema.Check(value) ? value : schema.Errors(value).map(({ message }) => message)
  }
  return {
    name: 'TypeBox check, then pipeline',
    run: (input) => (schema.Check(input) ? input : refuse(input)),
  }
}

function ajvValidator(size: Size): Candidate {
  const ajv = new Ajv({ allErrors: true, removeAdditional: true, useDefaults: true, coerceTypes: true })
  const validate = ajv.compile(typeboxSchema(size))
  return {
    name: 'ajv',
    run: (input) => (validate(input) ? input : (validate.errors ?? []).map(({ message }) => message)),
  }
}

function typeboxSchema(size: Size) {
  const kinds = declare(size, {
    text: Type.String({ maxLength: 50 }),
    number: Type.Integer({ minimum: 0 }),
  })
  const object = Type.Object(kinds, { additionalProperties: false })
  return size.items === undefined ? object : Type.Array(object)
}

function declare<Text, Number>(
  size: Size,
  { text, number }: { readonly text: Text; readonly number: Number },
): Record<string, Text | Number> {
  return Object.fromEntries(
    Array.from({ length: size.fields }, (_, place) => [
      fieldNameOf(size, place),
      place % 2 === 0 ? number : text,
    ]),
  )
}
