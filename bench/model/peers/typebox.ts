import { Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { refused, type ValidationPeer } from '../peer.ts'

const closed = { additionalProperties: false }

const post = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    content: Type.String({ default: '' }),
    priority: Type.Integer({ minimum: 1, maximum: 5, default: 3 }),
  },
  closed,
)

const article = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    author: Type.Object(
      { id: Type.Integer({ minimum: 1 }), name: Type.String({ minLength: 1, maxLength: 50 }) },
      closed,
    ),
    place: Type.Object(
      { city: Type.String({ minLength: 1, maxLength: 100 }), country: Type.String({ default: 'NO' }) },
      closed,
    ),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 30 }), { maxItems: 10, default: [] }),
  },
  closed,
)

const notice = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    priority: Type.Integer({ minimum: 1, maximum: 5 }),
    published_at: Type.String({ format: 'date-time' }),
  },
  closed,
)

const validators = {
  flat: Compile(post),
  nested: Compile(article),
  list: Compile(Type.Array(post)),
  lax: Compile(notice),
}

/** The result of a pipeline: the value, changed in place, or the errors found in it. */
type Checked = { readonly value: unknown } | { readonly errors: readonly TLocalizedValidationError[] }

/** TypeBox at its best for the whole work: the compiled check first, then the pipeline for what fails it. */
export const typebox: ValidationPeer<Checked> = {
  name: 'TypeBox check, then pipeline',
  validate: {
    flat: checkFirst(validators.flat),
    nested: checkFirst(validators.nested),
    list: checkFirst(validators.list),
    lax: withDate(checkFirst(validators.lax)),
  },
  outcome: outcomeOf,
}

/** TypeBox as in its documentation: default, convert, clean, then the compiled check. */
export const typeboxPipeline: ValidationPeer<Checked> = {
  name: 'TypeBox pipeline',
  validate: {
    flat: pipeline(validators.flat),
    nested: pipeline(validators.nested),
    list: pipeline(validators.list),
    lax: withDate(pipeline(validators.lax)),
  },
  outcome: outcomeOf,
}

const open = { ...post, additionalProperties: true, required: ['title'] }
const openChecks = { flat: Compile(open), list: Compile(Type.Array(open)) }

/** Only TypeBox's compiled check. */
export const typeboxCheck: ValidationPeer<boolean> = {
  name: 'TypeBox check alone',
  limitation: 'answers yes or no: no defaults, no conversion, unknown keys kept',
  validate: {
    flat: (input) => openChecks.flat.Check(input),
    list: (input) => openChecks.list.Check(input),
  },
  outcome: (passed) => (passed ? { ok: true, value: undefined } : { ok: false, messages: [] }),
}

function checkFirst(validator: Validator): (input: unknown) => Checked {
  const correct = pipeline(validator)
  return (input) => (validator.Check(input) ? { value: input } : correct(input))
}

function pipeline(validator: Validator): (input: unknown) => Checked {
  return (input) => {
    const value = validator.Clean(validator.Convert(validator.Default(input)))
    return validator.Check(value) ? { value } : { errors: validator.Errors(value) }
  }
}

/** Converts the text of a date to a Date by hand: faster than a codec, which walks the schema once more. */
function withDate(check: (input: unknown) => Checked): (input: unknown) => Checked {
  return (input) => {
    const checked = check(input)
    if ('value' in checked) {
      const notice = checked.value as { published_at: unknown }
      notice.published_at = new Date(String(notice.published_at))
    }
    return checked
  }
}

function outcomeOf(checked: Checked) {
  return 'value' in checked
    ? ({ ok: true, value: checked.value } as const)
    : refused(checked.errors, ({ message }) => message)
}
