import { compilePolicy, withCors } from '@postern/contract/cors'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Case } from '../cases.ts'
import type { Duel } from '../contender.ts'
import { originOption } from './origin-option.ts'

/** hono/cors in a Hono application against Postern around the same application without it. */
export function openHono(one: Case): Duel {
  const { options } = one
  const origin = originOption(options)
  const inside = new Hono()
  inside.use(
    cors({
      origin: origin instanceof RegExp ? (given) => (origin.test(given) ? given : null) : origin,
      credentials: options.allowCredentials === true,
      exposeHeaders: [...(options.exposeHeaders ?? [])],
      allowHeaders: options.allowHeaders?.includes('*') ? [] : [...(options.allowHeaders ?? [])],
      ...(options.maxAge !== undefined && { maxAge: options.maxAge }),
    }),
  )
  const bare = new Hono()
  for (const application of [inside, bare]) application.get('/', (context) => context.text('ok'))
  const around = withCors(compilePolicy(options), (request) => bare.fetch(request))
  const prepare = () => new Request('http://api.example/', { method: one.method, headers: one.headers })
  const granted = (_: never, answer: Response) =>
    answer.headers.get('access-control-allow-origin') ?? undefined
  return {
    framework: 'Fetch, hono/cors',
    postern: { name: 'postern', prepare, run: (request: Request) => around(request), granted },
    peer: { name: 'hono/cors', prepare, run: (request: Request) => inside.fetch(request), granted },
  }
}
