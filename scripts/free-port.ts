import { once } from 'node:events'
import { createServer } from 'node:net'
import { listen } from './listen.ts'

/** A port of this machine that is free for now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}
