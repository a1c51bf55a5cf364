import { after } from 'node:test'
import { type RunningServer, serve } from '../src/adapters/node.ts'
import type { Api } from '../src/index.ts'

/** The ways to ask an api, each under the words that a title has for it. */
export interface Doors {
  readonly doors: Readonly<Record<string, (target: string, init?: RequestInit) => Promise<Response>>>
  /** What listens at the socket. */
  readonly server: RunningServer
}

/** Serves an api until behind the last test of the file. */
export async function openDoors(api: Api): Promise<Doors> {
  const server = await serve(api, { port: 0 })
  after(() => server.close(0))
  return {
    doors: {
      'over a socket': (target, init) => fetch(`${server.url}${target}`, init),
      'through fetch': (target, init) => api.fetch(new Request(`http://x${target}`, init)),
    },
    server,
  }
}
