import { createServer, request } from 'node:http'
import { listen } from '../../scripts/listen.ts'

/** A proxy that removes a prefix from paths, a common configuration, and serves no others. */
export interface StrippingProxy {
  readonly origin: string
  readonly close: () => Promise<void>
}

/** Opens a proxy in front of a service. */
export async function openStrippingProxy(upstream: string, prefix: string): Promise<StrippingProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    if (!url.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end('not of this service')
    const passed = request(`${upstream}${url.slice(prefix.length)}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  const port = await listen(server)
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections())
  return { origin: `http://127.0.0.1:${port}`, close }
}
