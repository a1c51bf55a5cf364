import { compilePolicy, withCors } from '@postern/contract/cors'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Case } from '../cases.ts'
import type { Duel } from '../contender.ts'

/** hono/cors in a Hono application against Postern around the same application without it. */
export function openHono(one: Case): Duel {
  const { options } = one
  const inside = new Hono()
  inside.use(
    cors({
      origin: originOption(one),
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

function originOption({ options }: Case): string | string[] | ((origin: string) => string | null) {
  const { allowOriginRegex, allowOrigins = [] } = options
  if (allowOriginRegex === undefined) return allowOrigins.includes('*') ? '*' : [...allowOrigins]
  const pattern = new RegExp(`^${allowOriginRegex}$`)
  return (origin) => (pattern.test(origin) ? origin : null)
}
