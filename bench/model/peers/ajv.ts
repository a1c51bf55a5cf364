import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { refused, type ValidationPeer } from '../peer.ts'

const ajv = new Ajv({ allErrors: true, removeAdditional: true, useDefaults: true, coerceTypes: true })
formats.default(ajv)

const post = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    content: { type: 'string', default: '' },
    priority: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
  },
  required: ['title'],
  additionalProperties: false,
}

const author = {
  type: 'object',
  properties: { id: { type: 'integer', minimum: 1 }, name: { type: 'string', minLength: 1, maxLength: 50 } },
  required: ['id', 'name'],
  additionalProperties: false,
}

const place = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1, maxLength: 100 },
    country: { type: 'string', default: 'NO' },
  },
  required: ['city'],
  additionalProperties: false,
}

const article = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    author,
    place,
    tags: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 30 },
      maxItems: 10,
      default: [],
    },
  },
  required: ['title', 'author', 'place'],
  additionalProperties: false,
}

const notice = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    priority: { type: 'integer', minimum: 1, maximum: 5 },
    published_at: { type: 'string', format: 'date-time' },
  },
  required: ['title', 'priority', 'published_at'],
  additionalProperties: false,
}

type Checked = { readonly value: unknown } | { readonly errors: readonly ErrorObject[] }

/** ajv with the options that make it convert: it changes its input in place. */
export const ajvPeer: ValidationPeer<Checked> = {
  name: 'ajv',
  validate: {
    flat: check(ajv.compile(post)),
    nested: check(ajv.compile(article)),
    list: check(ajv.compile({ type: 'array', items: post })),
    lax: withDate(check(ajv.compile(notice))),
  },
  outcome: (checked) =>
    'value' in checked
      ? { ok: true, value: checked.value }
      : refused(checked.errors, ({ message }) => message ?? ''),
}

function check(validate: ValidateFunction): (input: unknown) => Checked {
  return (input) => (validate(input) ? { value: input } : { errors: validate.errors ?? [] })
}

/** Converts the text of a date to a Date by hand, which JSON Schema cannot express. */
function withDate(validate: (input: unknown) => Checked): (input: unknown) => Checked {
  return (input) => {
    const checked = validate(input)
    if ('value' in checked) {
      const notice = checked.value as { published_at: unknown }
      notice.published_at = new Date(String(notice.published_at))
    }
    return checked
  }
}
