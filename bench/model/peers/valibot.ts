import * as v from 'valibot'
import { refused, type ValidationPeer } from '../peer.ts'

const title = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

const post = v.object({
  title,
  content: v.optional(v.string(), ''),
  priority: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), 3),
})

const article = v.object({
  title,
  author: v.object({
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
  }),
  place: v.object({
    city: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    country: v.optional(v.string(), 'NO'),
  }),
  tags: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(30))), v.maxLength(10)),
    () => [],
  ),
})

const notice = v.object({
  title,
  priority: v.pipe(
    v.union([v.number(), v.string()]),
    v.toNumber(),
    v.integer(),
    v.minValue(1),
    v.maxValue(5),
  ),
  published_at: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
})

const posts = v.array(post)

/** Valibot, whose objects drop unknown keys by default. */
export const valibot: ValidationPeer<v.SafeParseResult<v.GenericSchema>> = {
  name: 'valibot',
  validate: {
    flat: (input) => v.safeParse(post, input),
    nested: (input) => v.safeParse(article, input),
    list: (input) => v.safeParse(posts, input),
    lax: (input) => v.safeParse(notice, input),
  },
  outcome: (result) =>
    result.success ? { ok: true, value: result.output } : refused(result.issues, ({ message }) => message),
}
