import type { Server } from 'node:http'

/** A server that listens on this machine. */
export interface Listening {
  readonly port: number
  /** Takes nothing more and cuts what is open. */
  readonly close: () => void
}

/** Lets a server listen on any free port of the loopback address. */
export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { port: address.port, close: () => server.close().closeAllConnections() }
}
