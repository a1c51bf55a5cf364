import { z } from 'zod'
import { type Outcome, refused, type SerializationPeer, type ValidationPeer } from '../peer.ts'

const post = z.object({
  title: z.string().min(1).max(200),
  content: z.string().default(''),
  priority: z.int().min(1).max(5).default(3),
})

const article = z.object({
  title: z.string().min(1).max(200),
  author: z.object({ id: z.int().min(1), name: z.string().min(1).max(50) }),
  place: z.object({ city: z.string().min(1).max(100), country: z.string().default('NO') }),
  tags: z
    .array(z.string().min(1).max(30))
    .max(10)
    .default(() => []),
})

const notice = z.object({
  title: z.string().min(1).max(200),
  priority: z.coerce.number<unknown>().int().min(1).max(5),
  published_at: z.coerce.date<unknown>(),
})

const response = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  created_at: z.union([z.iso.datetime({ offset: true }), z.date()]),
  updated_at: z.union([z.iso.datetime({ offset: true }), z.date()]),
})

const schemas = { flat: post, nested: article, list: z.array(post), lax: notice }
const compiled = {
  flat: z.compile(post, { strict: true }),
  nested: z.compile(article, { strict: true }),
  list: z.compile(z.array(post), { strict: true }),
  lax: z.compile(notice, { strict: true }),
}

/** zod as imported. */
export const zod: ValidationPeer<z.ZodSafeParseResult<unknown>> = {
  name: 'zod',
  validate: {
    flat: (input) => schemas.flat.safeParse(input),
    nested: (input) => schemas.nested.safeParse(input),
    list: (input) => schemas.list.safeParse(input),
    lax: (input) => schemas.lax.safeParse(input),
  },
  outcome: outcomeOf,
}

/** zod with its schemas compiled; invalid input falls back to the uncompiled ones. */
export const zodCompiled: ValidationPeer<z.ZodSafeParseResult<unknown>> = {
  name: 'zod compiled',
  validate: {
    flat: (input) => compiled.flat.safeParse(input),
    nested: (input) => compiled.nested.safeParse(input),
    list: (input) => compiled.list.safeParse(input),
    lax: (input) => compiled.lax.safeParse(input),
  },
  outcome: outcomeOf,
}

/** zod's other function, which throws for invalid input and so has less to return for valid input. */
export const zodCompiledParse: ValidationPeer = {
  name: 'zod compiled .parse',
  validate: {
    flat: (input) => compiled.flat.parse(input),
    nested: (input) => compiled.nested.parse(input),
    list: (input) => compiled.list.parse(input),
    lax: (input) => compiled.lax.parse(input),
  },
  outcome: (value) => ({ ok: true, value }),
}

const filterOne = z.compile(response, { strict: true })
const filterList = z.compile(z.array(response), { strict: true })

/** A reply filtered by a compiled schema before it is written. */
export const zodWriter: SerializationPeer = {
  name: 'zod compiled + JSON.stringify',
  one: (record) => JSON.stringify(filterOne.parse(record)),
  list: (records) => JSON.stringify(filterList.parse(records)),
}

function outcomeOf(result: z.ZodSafeParseResult<unknown>): Outcome {
  return result.success
    ? { ok: true, value: result.data }
    : refused(result.error.issues, ({ message }) => message)
}
