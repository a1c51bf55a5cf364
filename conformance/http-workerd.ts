import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { type Served, servedBy } from './served-process.ts'

const COMMAND = fileURLToPath(new URL('../node_modules/.bin/workerd', import.meta.url))
/** A worker is the default export of its module. */
const ENTRY = {
  contents: "export { worker as default } from './http-worker.ts'",
  resolveDir: import.meta.dirname,
}

/** Serves each variant as a separate worker, bundled as for a deployment, in the runtime of Cloudflare's Workers. */
export async function serveWorkers(variants: readonly string[]): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'postern-workerd-'))
  buildSync({ stdin: ENTRY, bundle: true, format: 'esm', outfile: join(folder, 'worker.js') })
  writeFileSync(join(folder, 'workers.capnp'), configurationOf(variants))
  const child = spawn(COMMAND, ['serve', '--control-fd=3', 'workers.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return servedBy(child, portsOf(child.stdio[3] as Readable, variants.length))
}

function configurationOf(variants: readonly string[]): string {
  const services = variants.map(
    (variant) => `(name = "${variant}", worker = (
      compatibilityDate = "2026-10-01", compatibilityFlags = ["enable_request_signal"],
      modules = [(name = "worker", esModule = embed "worker.js")],
      bindings = [(name = "VARIANT", text = "${variant}")]))`,
  )
  const sockets = variants.map(
    (variant) => `(name = "${variant}", address = "127.0.0.1:0", http = (), service = "${variant}")`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (services = [${services.join()}], sockets = [${sockets.join()}]);`
}

/** Reads the ports, which workerd reports one at a time as a line of JSON. */
async function portsOf(control: Readable, count: number): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>()
  for await (const line of createInterface(control)) {
    const { socket, port } = JSON.parse(line) as { readonly socket: string; readonly port: number }
    ports.set(socket, port)
    if (ports.size === count) break
  }
  return ports
}
