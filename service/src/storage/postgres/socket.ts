import { connect, Socket } from 'node:net'
import { setImmediate } from 'node:timers'

/** Where a server is: a host, or the folder of a socket, which begins with a slash. */
export type Place = { readonly host: string; readonly port: number }

/**
 * Opens the driver's connection to a server. An end that the server makes is an error of the socket: to a proxy that
 * takes connections and ends them the driver would otherwise connect again without end, and never say so.
 */
export function openSocket(place: Place): Socket {
  const { host, port } = place
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.once('end', () => {
    socket.destroy(connectionClosed(place))
  })
  // Between the failure of a socket and its end the driver takes it for open, and waits for answers from it: it is told
  // of the failure once more, when it can send nothing any more.
  socket.once('close', () => {
    if (socket.listenerCount('error') > 0) socket.emit('error', connectionClosed(place))
  })
  // The driver reads them, for the name that the certificate has to have and for what it says of a time that is over.
  return Object.assign(socket, { host, port })
}

/** A connection that fails as one does which the server has ended. */
export function endedSocket(place: Place): Socket {
  const socket = new Socket()
  // By then the driver listens.
  setImmediate(() => socket.destroy(connectionClosed(place)))
  return socket
}

function connectionClosed({ host, port }: Place): Error {
  return Object.assign(new Error(`${host}:${port} ended the connection`), { code: 'CONNECTION_CLOSED' })
}
