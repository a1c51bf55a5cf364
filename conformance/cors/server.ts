// Serves the vectors of a file with the runtime's own server, and prints its port as one line of JSON.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { compilePolicy, type Policy, PolicyError, withCors, withCorsListener } from '@postern/contract/cors'
import { listen } from '../../scripts/listen.ts'
import { Bun, Deno } from '../fetch-servers.ts'
import { optionsOf, readVectorFile, type Vector, type VectorFile } from './vector.ts'

interface Mounted {
  readonly policy: Policy
  readonly vector: Vector
}

const mounted = mountVectors(readVectorFile(process.argv[2] ?? ''))
const port = Bun === undefined && Deno === undefined ? await serveListener() : serveFetch()
console.log(JSON.stringify({ vectors: port }))

// Every vector is its own application; the header x-vector selects the one for a request.
function mountVectors(file: VectorFile): ReadonlyMap<string, Mounted> {
  const applications = new Map<string, Mounted>()
  for (const vector of file.vectors) {
    const policy = vector.request === undefined ? undefined : usablePolicy(vector, file)
    if (policy !== undefined) applications.set(vector.id, { vector, policy })
  }
  return applications
}

// A refused policy is tested by the replay without a socket.
function usablePolicy(vector: Vector, file: VectorFile): Policy | undefined {
  try {
    return compilePolicy(optionsOf(vector, file))
  } catch (error) {
    if (error instanceof PolicyError) return undefined
    throw error
  }
}

function serveListener(): Promise<number> {
  const applications = new Map(
    [...mounted].map(([id, { policy, vector }]) => {
      const { status = 200, headers = {} } = vector.handler ?? {}
      const application = withCorsListener(
        policy,
        (_: IncomingMessage, response: ServerResponse) => {
          if (status === 500) throw new Error('the handler breaks')
          response.writeHead(status, { 'x-application': 'reached', ...headers }).end()
        },
        { onError: () => {} },
      )
      return [id, application] as const
    }),
  )
  const server = createServer((request, response) => {
    const application = applications.get(String(request.headers['x-vector']))
    if (application === undefined) response.writeHead(404).end()
    else application(request, response)
  })
  return listen(server)
}

function serveFetch(): number {
  const applications = new Map(
    [...mounted].map(([id, { policy, vector }]) => [id, fetchApplication(policy, vector)]),
  )
  const route = async (request: Request) => {
    const application = applications.get(request.headers.get('x-vector') ?? '')
    return application?.(request) ?? new Response('no such vector', { status: 404 })
  }
  const local = { hostname: '127.0.0.1', port: 0 }
  if (Bun !== undefined) return Bun.serve({ ...local, fetch: route }).port
  return Deno?.serve({ ...local, onListen: () => {} }, route).addr.port ?? 0
}

function fetchApplication(policy: Policy, { handler = {} }: Vector): (request: Request) => Promise<Response> {
  const { status = 200, headers = {} } = handler
  const answer = () => {
    if (status === 500) throw new Error('the handler breaks')
    return new Response(null, { status, headers: { 'x-application': 'reached', ...headers } })
  }
  return withCors(policy, answer, { onError: () => {} })
}
