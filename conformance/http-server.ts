// Serves the variants named by its arguments with the runtime's own server, and prints their ports as one line of JSON.
import type { Api } from '@postern/contract'
import { serve } from '@postern/contract/bun'
import { applicationOf } from './applications/application.ts'
import { Deno } from './fetch-servers.ts'

const variants = process.argv.slice(2)
const ports = await Promise.all(
  variants.map(async (variant) => [variant, await open(applicationOf(variant))]),
)
console.log(JSON.stringify(Object.fromEntries(ports)))

async function open(api: Api): Promise<number> {
  if (process.versions['bun'] !== undefined) return (await serve(api, { port: 0 })).port
  const listening = { port: 0, hostname: '127.0.0.1', onListen: () => undefined }
  if (Deno !== undefined) return Deno.serve(listening, api.fetch).addr.port
  throw new Error('Run this with Bun or Deno; on Node the replay serves in its own process')
}
