import { connect, type Socket } from 'node:net'

/** The part of Node's `Socket` that is read. */
interface Source {
  setEncoding(encoding: 'utf8' | 'latin1'): unknown
  on(event: 'data', listener: (piece: string) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

/** Everything that comes on a socket from now until it closes; rejects if it has an error. */
export function textOn(socket: Source, encoding: 'utf8' | 'latin1' = 'utf8'): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding(encoding)
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

/** A server on this machine. */
interface Listening {
  readonly port: number
}

/** Opens a connection and writes a message in Latin-1; a connection that breaks is not an error. */
export function open({ port }: Listening, message: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(message, 'latin1')
  return socket
}

/** Sends 64 MiB while no more than 4 MiB of them are waiting; returns whether all were sent. */
export async function takesAll(socket: Socket): Promise<boolean> {
  const piece = Buffer.alloc(2 ** 16)
  for (let sent = 0; sent < 2 ** 26; sent += piece.length) {
    if (socket.writableLength >= 2 ** 22) return false
    socket.write(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return true
}

/** Writes messages on a new connection, one after another, and reads until it closes. */
export async function converse({ port }: Listening, ...messages: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  const answered = textOn(socket)
  for (const message of messages) await new Promise((resolve) => socket.write(message, resolve))
  return answered
}
