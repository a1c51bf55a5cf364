// Serves the variants named by its arguments with the runtime's own server, and prints their ports as one line of JSON.
import { applicationOf } from './applications/application.ts'

interface FetchServers {
  readonly Bun?: { serve(options: object): { readonly port: number } }
  readonly Deno?: { serve(options: object, handler: Handler): { readonly addr: { readonly port: number } } }
}

type Handler = (request: Request) => Promise<Response>

const { Bun, Deno }: FetchServers & typeof globalThis = globalThis
const ports = process.argv.slice(2).map((variant) => [variant, open(applicationOf(variant).fetch)])
console.log(JSON.stringify(Object.fromEntries(ports)))

function open(fetch: Handler): number {
  const listening = { port: 0, hostname: '127.0.0.1' }
  if (Bun !== undefined) return Bun.serve({ ...listening, fetch }).port
  if (Deno !== undefined) return Deno.serve({ ...listening, onListen: () => undefined }, fetch).addr.port
  throw new Error('Run this with Bun or Deno; on Node the replay serves in its own process')
}
