import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../../../../scripts/listen.ts'

/** A network between a client and a server, which can fall silent without breaking a connection. */
export type TestProxy = {
  /** The URL with the proxy in place of its host. */
  readonly url: string
  /** How many connections were opened so far. */
  readonly connections: number
  /** How many bytes the server has sent so far. */
  readonly received: number
  /** Lets nothing more pass on any connection, as when the machine at the other end has vanished. */
  freeze(): void
  /** Lets new connections pass again; frozen ones stay frozen. */
  thaw(): void
  close(): void
}

/** Starts a proxy to the host of a URL on a free port of 127.0.0.1; `rewrite` may change what a client sends. */
export async function startTestProxy(
  url: string,
  rewrite = (chunk: Buffer): Buffer => chunk,
): Promise<TestProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let connections = 0
  let received = 0
  const count = (chunk: Buffer): Buffer => {
    received += chunk.length
    return chunk
  }
  const server = createServer((client) => {
    connections += 1
    const upstream = connect(Number(port), hostname)
    for (const [one, other, send] of [
      [client, upstream, rewrite],
      [upstream, client, count],
    ] as const) {
      sockets.add(one)
      one.on('data', (chunk) => {
        const sent = send(chunk)
        if (!isFrozen) other.write(sent)
      })
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  const own = await listen(server)
  return {
    url: url.replace(`:${port}/`, `:${own}/`),
    get connections() {
      return connections
    },
    get received() {
      return received
    },
    freeze() {
      isFrozen = true
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.removeAllListeners('data').on('data', () => undefined)
      sockets.clear()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
