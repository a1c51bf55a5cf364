import type { IncomingMessage } from 'node:http'

/** A request of a server of ours: its body may be had as Node's parser reads it, and not through its stream. */
export interface DirectMessage extends IncomingMessage {
  /** Takes each piece in place of the stream, and how it ends; undefined where the stream has them. */
  takePiece: ((piece: Uint8Array | 'end' | 'aborted') => void) | undefined
}

/** What Node calls where an answer is out, to let flow away what nobody has read of its request. */
interface Dumped {
  _dump(): void
}

/** The class of such requests; Node's stream costs a small one about as much as all else that is done for it here (decisions/017). */
export function createMessageClass(Message: typeof IncomingMessage): typeof IncomingMessage {
  const { _dump }: Dumped = Object(Message.prototype)
  return class extends Message implements DirectMessage, Dumped {
    takePiece: DirectMessage['takePiece'] = undefined

    /** Of one that wants a tunnel, Node would let go of its connection, with the answers that are still to go out on it. */
    get upgrade(): boolean {
      return false
    }

    set upgrade(_: unknown) {}

    override push(piece: Uint8Array | null, encoding?: BufferEncoding): boolean {
      if (this.takePiece === undefined) return super.push(piece, encoding)
      this.takePiece(piece ?? 'end')
      // Whoever lets the rest flow away waits for its end.
      return piece !== null || this.readableFlowing !== true || super.push(piece)
    }

    /** Not while somebody takes the pieces, who would be told that they end when only some of them came. */
    _dump(): void {
      if (this.takePiece === undefined) _dump.call(this)
    }

    override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
      this.takePiece?.('aborted')
      super._destroy(error, done)
    }
  }
}

/** Whether all of a request's body that is still to come may be taken so. */
export function isDirect(request: IncomingMessage): request is DirectMessage {
  return 'takePiece' in request && request.readableLength === 0 && !request.complete
}
