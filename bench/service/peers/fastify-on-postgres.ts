import { type Static, Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import pg from 'pg'

const PostCreate = Type.Object({
  title: Type.String({ pattern: '\\S', maxLength: 200 }),
  content: Type.String({ maxLength: 10_000, default: '' }),
})
const PostResponse = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
const Params = Type.Object({ post_id: Type.Integer() })
const Missing = Type.Object({ detail: Type.String() })

// Ids as numbers, as its users configure it; times are Date objects and are serialized by the schema.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query(`
  create table if not exists posts (
    id bigint generated always as identity primary key,
    title text not null,
    content text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    internal_note text not null default 'never to be answered'
  )
`)

const app = fastify().withTypeProvider<TypeBoxTypeProvider>()

app.post(
  '/posts',
  { schema: { body: PostCreate, response: { 201: PostResponse } } },
  async ({ body }, reply) => {
    const { title, content } = trimmed(body)
    const { rows } = await pool.query('insert into posts (title, content) values ($1, $2) returning *', [
      title,
      content,
    ])
    return reply.code(201).send(rows[0])
  },
)
app.get('/posts', { schema: { response: { 200: Type.Array(PostResponse) } } }, async () => {
  const { rows } = await pool.query('select * from posts order by id limit 50')
  return rows
})
const one = { params: Params, response: { 200: PostResponse, 404: Missing } }
app.get('/posts/:post_id', { schema: one }, async ({ params }, reply) => {
  const { rows } = await pool.query('select * from posts where id = $1', [params.post_id])
  return rows[0] ?? reply.code(404).send({ detail: 'Not Found' })
})
app.put('/posts/:post_id', { schema: { ...one, body: PostCreate } }, async ({ params, body }, reply) => {
  const { title, content } = trimmed(body)
  const { rows } = await pool.query(
    'update posts set title = $1, content = $2, updated_at = now() where id = $3 returning *',
    [title, content, params.post_id],
  )
  return rows[0] ?? reply.code(404).send({ detail: 'Not Found' })
})

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })

function trimmed({ title, content }: Static<typeof PostCreate>) {
  return { title: title.trim(), content: content.trim() }
}
