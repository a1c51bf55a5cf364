import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

/** A server that accepts connections and never responds. */
export interface SilentServer extends Disposable {
  readonly port: number
  /** Resolves when the first connection is accepted. */
  readonly connected: Promise<unknown>
}

/** Starts one on the loopback address; it is closed with its connections when it is disposed of. */
export async function startSilentServer(): Promise<SilentServer> {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket))
  const connected = once(server, 'connection')
  return {
    port: await listen(server),
    connected,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
