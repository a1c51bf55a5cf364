import { after } from 'node:test'
import { type RunningServer, serve } from '../src/adapters/node.ts'
import type { Api } from '../src/index.ts'

/** The ways to send a request to an api, by the words for them in titles. */
export interface Transports {
  readonly transports: Readonly<Record<string, (target: string, init?: RequestInit) => Promise<Response>>>
  /** The server behind the socket. */
  readonly server: RunningServer
}

/** Serves an api until the last test of the file has ended. */
export async function openTransports(api: Api): Promise<Transports> {
  const server = await serve(api, { port: 0 })
  after(() => server.close(0))
  return {
    transports: {
      'over a socket': (target, init) => fetch(`${server.url}${target}`, init),
      'through fetch': (target, init) => api.fetch(new Request(`http://x${target}`, init)),
    },
    server,
  }
}
