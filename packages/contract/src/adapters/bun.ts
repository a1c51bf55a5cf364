import { createFetch, type FetchTerms } from './fetch.ts'
import { createGroup } from './group.ts'
import { type Listening, listeningError, reviewServing } from './listening.ts'
import { requireApi } from './required-api.ts'
import { type RunningServer, runningServer } from './running-server.ts'

export type { RunningServer }

/** Options of {@link serve}. */
export interface ServeOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** Default 8000; 0 for any free port. */
  readonly port?: number
  /**
   * How long a connection without traffic is kept, including one that waits for a response. In milliseconds, at most
   * 255000; 0 for ever. Default 30000.
   */
  readonly idleTimeout?: number
  /** Whether other processes may listen on the same port and share its connections. Default false. */
  readonly reusePort?: boolean
}

/**
 * Serves an api on Bun's own server. Rejects if the address cannot be used. Requests whose bodies of at most 16 KiB
 * arrive in one turn of the event loop are answered together at its end. Bun closes the connection of a client that
 * sends its next request before such a response is sent (decisions/017).
 */
export async function serve(api: FetchTerms, options: ServeOptions = {}): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 8000, idleTimeout = 30_000, reusePort = false } = options
  const { Bun }: BunGlobal & typeof globalThis = globalThis
  if (Bun === undefined)
    throw new Error('@postern/contract/bun serves on Bun; on Node take @postern/contract/node')
  requireApi(api)
  reviewServing(options, TAKEN)
  const atTurnEnd = createGroup(setImmediate)
  const fetch = createFetch(api, {
    // In the async context of its own request, which a promise continues in, not that of the request that began the
    // group.
    take: (run) => void new Promise<void>(atTurnEnd).then(run),
    addressOf: (request) => server.requestIP(request)?.address,
  })
  const settings = { ...DEFAULTS, reusePort, idleTimeout: Math.ceil(idleTimeout / 1000), fetch }
  const server = open(Bun, { host, port }, settings)
  return runningServer(host, server.port, (grace) => closeServer(server, grace))
}

interface BunGlobal {
  readonly Bun?: { serve(options: object): BunServer }
}

interface BunServer {
  readonly port: number
  requestIP(request: Request): { readonly address: string } | null
  /** Lets requests in progress finish and closes idle connections; with `cutsAll` it cuts all of them. */
  stop(cutsAll: boolean): Promise<void>
}

const TAKEN = {
  names: { host: true, port: true, idleTimeout: true, reusePort: true } satisfies Record<
    keyof ServeOptions,
    true
  >,
  times: ['idleTimeout'],
  longest: 255_000,
}

const DEFAULTS = {
  // The exchange refuses a body that is too large, with the policy's grants. Bodies without a length are counted while
  // they are read.
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  development: false,
}

function open(Bun: NonNullable<BunGlobal['Bun']>, listening: Listening, options: object): BunServer {
  try {
    return Bun.serve({ ...options, hostname: listening.host, port: listening.port })
  } catch (error) {
    throw listeningError(error, listening)
  }
}

async function closeServer(server: BunServer, grace: number): Promise<void> {
  const cut = setTimeout(() => void server.stop(true), grace)
  await server.stop(false)
  clearTimeout(cut)
}
