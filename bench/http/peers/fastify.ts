import fastifyCors from '@fastify/cors'
import fastifyFormbody from '@fastify/formbody'
import { type Static, Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Ajv } from 'ajv'
import fastify from 'fastify'
import { openStore } from './store.ts'

// JSON Schema cannot express trimming: the pattern refuses a blank title, and the handler trims.
const PostCreate = Type.Object(
  {
    title: Type.String({ pattern: '\\S', maxLength: 200 }),
    content: Type.String({ maxLength: 10_000, default: '' }),
  },
  { additionalProperties: false },
)
const PostBatch = Type.Object({ posts: Type.Array(PostCreate, { minItems: 1, maxItems: 1000 }) })
const PostResponse = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
const Params = Type.Object({ post_id: Type.Integer() })
const Missing = Type.Object({ detail: Type.String() })

// Fastify's own options, except for bodies: every error, and no conversion of numbers to strings.
const options = { removeAdditional: true, useDefaults: true, allErrors: true }
const validators = { body: new Ajv(options), other: new Ajv({ ...options, coerceTypes: 'array' }) }

const store = openStore(process.env['STORAGE'])
const app = fastify().withTypeProvider<TypeBoxTypeProvider>()
app.setValidatorCompiler(({ schema, httpPart }) =>
  (httpPart === 'body' ? validators.body : validators.other).compile(schema),
)
app.setErrorHandler((error: { validation?: readonly object[]; statusCode?: number }, _request, reply) => {
  if (error.validation !== undefined) return reply.code(422).send({ detail: error.validation })
  return reply.code(error.statusCode ?? 500).send({ detail: String(error) })
})
await app.register(fastifyFormbody)
await app.register(fastifyCors, {
  origin: ['http://localhost:3000'],
  credentials: true,
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['content-type', 'authorization'],
  maxAge: 600,
})

const created = { body: PostCreate, response: { 201: PostResponse } }
app.post('/posts', { schema: created }, (request, reply) => {
  reply.code(201).send(store.create(trimmed(request.body)))
})
app.post('/posts/form', { schema: created }, (request, reply) => {
  reply.code(201).send(store.create(trimmed(request.body)))
})
app.post(
  '/posts/batch',
  { schema: { body: PostBatch, response: { 200: Type.Object({ accepted: Type.Integer() }) } } },
  (request, reply) => {
    reply.send({ accepted: request.body.posts.map(trimmed).length })
  },
)
app.get('/posts', { schema: { response: { 200: Type.Array(PostResponse) } } }, (_request, reply) => {
  reply.send([...store.list()])
})
const one = { params: Params, response: { 200: PostResponse, 404: Missing } }
app.get('/posts/:post_id', { schema: one }, (request, reply) => {
  const post = store.read(request.params.post_id)
  if (post === undefined) reply.code(404).send({ detail: 'Not Found' })
  else reply.send(post)
})
app.put('/posts/:post_id', { schema: { ...one, body: PostCreate } }, (request, reply) => {
  const post = store.replace(request.params.post_id, trimmed(request.body))
  if (post === undefined) reply.code(404).send({ detail: 'Not Found' })
  else reply.send(post)
})

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })

function trimmed({ title, content }: Static<typeof PostCreate>) {
  return { title: title.trim(), content: content.trim() }
}
