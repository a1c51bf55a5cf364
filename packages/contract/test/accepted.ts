import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** The server's end of the next connection that any server in this process accepts. */
export function nextAccepted(): Promise<Socket> {
  return new Promise((resolve) => {
    const take = (message: unknown) => {
      unsubscribe('net.server.socket', take)
      resolve(Object(message).socket)
    }
    subscribe('net.server.socket', take)
  })
}
