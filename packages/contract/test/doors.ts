import { type RunningServer, serve } from '../src/adapters/node.ts'
import type { Api } from '../src/index.ts'

/** The ways to ask an api while the tests of a file run, each under the words that a title has for it. */
export interface Doors {
  readonly doors: Readonly<Record<string, (target: string, init?: RequestInit) => Promise<Response>>>
  /** What listens at the socket, once the tests run. */
  readonly server: () => RunningServer
}

/** The hooks of the test runner, which belongs to one runtime. */
interface Hooks {
  readonly before: (run: () => Promise<void>) => void
  readonly after: (run: () => Promise<void>) => void
}

/** Serves an api from before the first test of a file until behind its last. */
export function openDoors(api: Api, { before, after }: Hooks): Doors {
  let server: RunningServer
  before(async () => {
    server = await serve(api, { port: 0 })
  })
  after(() => server.close(0))
  return {
    doors: {
      'over a socket': (target, init) => fetch(`${server.url}${target}`, init),
      'through fetch': (target, init) => api.fetch(new Request(`http://x${target}`, init)),
    },
    server: () => server,
  }
}
