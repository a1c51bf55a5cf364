/** What is read of a `Socket` of Node's. */
interface Source {
  setEncoding(encoding: 'utf8' | 'latin1'): unknown
  on(event: 'data', listener: (piece: string) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

/** Everything that comes on a socket from now until it is closed; rejects where it errs. */
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
