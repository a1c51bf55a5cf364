import { z } from 'zod'

/** Compiles a schema, as zod provides for repeated validation; refused input is parsed once more, for its errors. */
const compiled = <Schema extends z.ZodType>(schema: Schema): Schema => z.compile(schema, { strict: true })

const post = z.object({
  title: z.string().trim().min(1).max(200),
  content: z.string().trim().max(10_000).default(''),
})
const response = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
// A coercing schema cannot be compiled by itself.
const id = z.coerce.number().int()

/** The models of application.md as zod's users write them, for the peers that validate with zod. */
export const PostCreate = compiled(post)
export const PostBatch = compiled(z.object({ posts: z.array(post).min(1).max(1000) }))
export const PostResponse = compiled(response)
export const PostList = compiled(z.array(response))
export const BatchResponse = compiled(z.object({ accepted: z.int() }))
export const PostId = id
export const PostParams = compiled(z.object({ post_id: id }))
export const PostReplace = compiled(post.extend({ post_id: id }))
