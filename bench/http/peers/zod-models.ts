import { z } from 'zod'

const postFields = {
  title: z.string().trim().min(1).max(200),
  content: z.string().trim().max(10_000).default(''),
}

/** The models of application.md as zod's users write them, for the peers that validate with zod. */
export const PostCreate = z.object(postFields)
export const PostBatch = z.object({ posts: z.array(PostCreate).min(1).max(1000) })
export const PostResponse = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export const PostList = z.array(PostResponse)
export const BatchResponse = z.object({ accepted: z.int() })
export const PostId = z.coerce.number().int()
