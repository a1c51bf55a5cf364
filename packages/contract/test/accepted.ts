import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** The server's side of the connection that is accepted next, of whatever server in this process. */
export function nextAccepted(): Promise<Socket> {
  return new Promise((resolve) => {
    const take = (message: unknown) => {
      unsubscribe('net.server.socket', take)
      resolve(Object(message).socket)
    }
    subscribe('net.server.socket', take)
  })
}
