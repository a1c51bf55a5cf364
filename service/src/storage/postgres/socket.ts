import { connect, Socket } from 'node:net'
import { setImmediate } from 'node:timers'

/** Where a server is: a host, or the folder of a socket, which begins with a slash. */
export type Place = { readonly host: string; readonly port: number }

/**
 * Opens the driver's connection to a server. If the server ends it, the socket fails: otherwise the driver would
 * reconnect forever to a proxy that accepts connections and ends them, and never report it.
 */
export function openSocket(place: Place): Socket {
  const { host, port } = place
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.once('end', () => {
    socket.destroy(connectionClosed(place))
  })
  // Between the failure of a socket and its close, the driver treats it as open and waits for responses from it. So it
  // receives the failure once more when it can no longer send anything.
  socket.once('close', () => {
    if (socket.listenerCount('error') > 0) socket.emit('error', connectionClosed(place))
  })
  // The driver reads both: for the name that the certificate must have, and for its message about a timeout.
  return Object.assign(socket, { host, port })
}

/** Returns a connection that fails like one that the server has ended. */
export function endedSocket(place: Place): Socket {
  const socket = new Socket()
  // By then the driver has its listeners.
  setImmediate(() => socket.destroy(connectionClosed(place)))
  return socket
}

function connectionClosed({ host, port }: Place): Error {
  return Object.assign(new Error(`${host}:${port} ended the connection`), { code: 'CONNECTION_CLOSED' })
}
