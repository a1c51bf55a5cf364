import type { Socket } from 'node:net'
import { dropBody, type Outgoing } from '../incoming.ts'
import { REASONS } from '../status.ts'
import { discard } from './stream-reading.ts'

/**
 * Writes a response on a connection that Node's parser has given up, and closes the connection after it. Returns how
 * many bytes the body has.
 */
export function writeLastAnswer(socket: Socket, { status, headers, body }: Outgoing): number {
  dropBody(body)
  const bytes = typeof body === 'string' ? Buffer.from(body) : ArrayBuffer.isView(body) ? body : EMPTY
  const own = ['date', new Date().toUTCString(), 'connection', 'close', 'content-length', `${bytes.length}`]
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}`,
    ...headerLines(headers).filter((line) => !OWN.test(line)),
    ...headerLines(own),
    '',
    '',
  ]
  socket.write(lines.join('\r\n'), 'latin1')
  socket.write(bytes)
  closeBehind(socket)
  return bytes.length
}

/** Closes a connection after what was written on it. */
export function closeBehind(socket: Socket): void {
  socket.end()
  discard(socket)
}

const EMPTY = new Uint8Array()

/**
 * The headers of the connection and of the body as sent here, whatever a wrapper says about a stream that nobody reads.
 */
const OWN = /^(?:date|connection|content-length):/i

function headerLines(pairs: readonly string[]): string[] {
  const lines: string[] = []
  for (let at = 0; at < pairs.length; at += 2) lines.push(`${pairs[at]}: ${pairs[at + 1]}`)
  return lines
}
