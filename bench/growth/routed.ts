import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { contract, describeContract, type Exchange, implement, routes } from '@postern/contract'
import { integer, Model } from '@postern/model'
import { fastify } from 'fastify'

/** An application with many routes. */
export interface Routed {
  /** Resolves with the status of `GET path`, through the peer's own interface without a socket. */
  readonly get: (path: string) => Promise<number>
  /** Generates its OpenAPI document; absent where the peer does not generate it itself. */
  readonly describe?: () => unknown
}

/**
 * Peers by name. Each creates `GET /resourceN/{id}` for N below `count`, with an integer in the path and a model as the
 * response.
 */
export const ROUTED: Readonly<Record<string, (count: number) => Routed | Promise<Routed>>> = {
  postern: openPostern,
  hono: openHono,
  fastify: openFastify,
}

function openPostern(count: number): Routed {
  class Found extends Model({ id: integer() }) {}
  const { get } = routes({ prefix: '', tags: ['all'] })
  const params = { id: integer() }
  const declared = contract({
    title: 'Many',
    version: '1',
    routes: Object.fromEntries(
      range(count).map((n) => [`read${n}`, get(`/resource${n}/{id}`, { params, response: Found })]),
    ),
  })
  const handlers = Object.fromEntries(
    range(count).map((n) => [`read${n}`, ({ params }: { params: { id: number } }) => ({ id: params.id })]),
  )
  const { exchange } = implement(declared, handlers)
  return {
    get: (path) => statusOf(exchange, path),
    describe: () => describeContract(declared),
  }
}

/** Sends a request as an adapter does, without headers and body. */
function statusOf(exchange: Exchange, path: string): Promise<number> {
  const { signal } = new AbortController()
  return new Promise((resolve) => {
    const incoming = {
      method: 'GET',
      scheme: 'http' as const,
      path,
      query: '',
      header: () => undefined,
      headerLines: () => [],
      headerNames: () => [],
      readBody: (_limit: number, done: (body: Uint8Array) => void) => done(new Uint8Array()),
      signal,
      whenGone: () => undefined,
    }
    exchange(incoming, ({ status }) => {
      resolve(status)
      return 0
    })
  })
}

function openHono(count: number): Routed {
  const app = new OpenAPIHono()
  const Found = z.object({ id: z.int() }).openapi('Found')
  const params = z.object({ id: z.coerce.number().int() })
  const responses = {
    200: { content: { 'application/json': { schema: Found } }, description: 'Success' },
  } as const
  for (const n of range(count)) {
    const route = createRoute({ method: 'get', path: `/resource${n}/{id}`, request: { params }, responses })
    app.openapi(route, (c) => c.json(Found.parse({ id: c.req.valid('param').id }), 200))
  }
  return {
    get: async (path) => (await app.fetch(new Request(`http://localhost${path}`))).status,
    describe: () => app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Many', version: '1' } }),
  }
}

async function openFastify(count: number): Promise<Routed> {
  const app = fastify()
  const id = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
  const schema = { params: id, response: { 200: id } }
  for (const n of range(count)) {
    app.get<{ Params: { id: number } }>(`/resource${n}/:id`, { schema }, async ({ params }) => ({
      id: params.id,
    }))
  }
  await app.ready()
  return { get: async (path) => (await app.inject(path)).statusCode }
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}
