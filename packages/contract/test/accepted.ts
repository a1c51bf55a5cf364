import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

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

/** Resolves when the server has read this many bytes of a connection. */
export async function haveArrived(accepted: Socket, bytes: number): Promise<void> {
  while (accepted.bytesRead < bytes) await nextTurn()
}
