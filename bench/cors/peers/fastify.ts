import fastifyCors from '@fastify/cors'
import { compilePolicy, withCorsListener } from '@postern/contract/cors'
import fastify from 'fastify'
import type { Case } from '../cases.ts'
import type { Duel } from '../contender.ts'
import { createNodeExchange, grantedByNode, type NodeExchange } from '../node-exchange.ts'
import { originOption } from './origin-option.ts'

/** @fastify/cors in a Fastify application against Postern's listener around the same application without it. */
export async function openFastify(one: Case): Promise<Duel> {
  const { options } = one
  const inside = fastify()
  await inside.register(fastifyCors, {
    origin: originOption(options),
    credentials: options.allowCredentials === true,
    exposedHeaders: [...(options.exposeHeaders ?? [])],
    ...(!options.allowHeaders?.includes('*') && { allowedHeaders: [...(options.allowHeaders ?? [])] }),
    ...(options.maxAge !== undefined && { maxAge: options.maxAge }),
    methods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'],
    optionsSuccessStatus: 200,
  })
  const bare = fastify()
  for (const application of [inside, bare]) {
    application.get('/', (_, reply) => reply.send('ok'))
    await application.ready()
  }
  const around = withCorsListener(
    compilePolicy(options),
    (request: NodeExchange['request'], response: NodeExchange['response']) => bare.routing(request, response),
  )
  const prepare = () => createNodeExchange(one)
  return {
    framework: 'Fastify, @fastify/cors',
    postern: {
      name: 'postern',
      prepare,
      run: ({ request, response }: NodeExchange) => around(request, response),
      granted: grantedByNode,
    },
    peer: {
      name: '@fastify/cors',
      prepare,
      run: ({ request, response }: NodeExchange) => inside.routing(request, response),
      granted: grantedByNode,
    },
    close: () => Promise.all([inside.close(), bare.close()]),
  }
}
