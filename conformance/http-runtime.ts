import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { serve } from '@postern/contract/node'
import { applicationOf } from './applications/application.ts'
import { serveWorkers } from './http-workerd.ts'
import { type Served, servedBy } from './served-process.ts'

/** Where the applications are served. */
export const RUNTIMES = ['node', 'bun', 'deno', 'workerd'] as const

/** One of {@link RUNTIMES}. */
export type Runtime = (typeof RUNTIMES)[number]

/** Serves each variant at a port of its own: on Node and Bun through `serve`, on Deno and workerd through `fetch` and the runtime's server. */
export function serveVariants(variants: readonly string[], runtime: Runtime): Promise<Served> {
  if (runtime === 'node') return serveHere(variants)
  return runtime === 'workerd' ? serveWorkers(variants) : serveThere(variants, runtime)
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

async function serveThere(variants: readonly string[], runtime: 'bun' | 'deno'): Promise<Served> {
  const command = fileURLToPath(new URL(`../node_modules/.bin/${runtime}`, import.meta.url))
  const flags = runtime === 'deno' ? ['run', '--quiet', '--allow-all'] : []
  const script = fileURLToPath(new URL('http-server.ts', import.meta.url))
  const child = spawn(command, [...flags, script, ...variants], { stdio: ['ignore', 'pipe', 'inherit'] })
  return servedBy(child, portsOf(child.stdout))
}

async function portsOf(output: Readable): Promise<Served['ports']> {
  const [line] = await once(createInterface(output), 'line')
  return new Map(Object.entries(JSON.parse(String(line)) as Record<string, number>))
}
