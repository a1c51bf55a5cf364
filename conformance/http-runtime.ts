import { join } from 'node:path'
import { serve } from '@postern/contract/node'
import { applicationOf } from './applications/application.ts'
import { serveWorkers } from './http-workerd.ts'
import { type Served, servedByScript } from './served-process.ts'

/** The runtimes that serve the applications. */
export const RUNTIMES = ['node', 'bun', 'deno', 'workerd'] as const

/** One of {@link RUNTIMES}. */
export type Runtime = (typeof RUNTIMES)[number]

/**
 * Serves each variant on its own port: on Node and Bun through `serve`, on Deno and workerd through `fetch` and the
 * runtime's server.
 */
export function serveVariants(variants: readonly string[], runtime: Runtime): Promise<Served> {
  if (runtime === 'node') return serveHere(variants)
  if (runtime === 'workerd') return serveWorkers(variants)
  return servedByScript(runtime, join(import.meta.dirname, 'http-server.ts'), variants)
}

async function serveHere(variants: readonly string[]): Promise<Served> {
  const servers = await Promise.all(
    variants.map((variant) => serve(applicationOf(variant), { port: 0, maxHeaderSize: 65_536 })),
  )
  const close = async () => {
    await Promise.all(servers.map((server) => server.close(0)))
  }
  return { ports: new Map(variants.map((variant, index) => [variant, servers[index]?.port ?? 0])), close }
}
