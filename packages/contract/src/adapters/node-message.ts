import type { IncomingMessage } from 'node:http'

/** A request of our own server. Its body can be taken as Node's parser reads it, without going through its stream. */
export interface DirectMessage extends IncomingMessage {
  /** Receives each piece instead of the stream, and how it ends; undefined if the stream receives them. */
  takePiece: ((piece: Uint8Array | 'end' | 'aborted') => void) | undefined
}

/** What Node calls when a response is sent, to drop what nobody has read of its request. */
interface Dumped {
  _dump(): void
}

/**
 * Returns the class of such requests. For a small request, Node's stream costs about as much as everything else done
 * for it here (decisions/017).
 */
export function createMessageClass(Message: typeof IncomingMessage): typeof IncomingMessage {
  const { _dump }: Dumped = Object(Message.prototype)
  return class extends Message implements DirectMessage, Dumped {
    takePiece: DirectMessage['takePiece'] = undefined

    /**
     * For a request that wants a tunnel, Node would detach its connection, and lose the responses still to be sent on
     * it.
     */
    get upgrade(): boolean {
      return false
    }

    set upgrade(_: unknown) {}

    override push(piece: Uint8Array | null, encoding?: BufferEncoding): boolean {
      if (this.takePiece === undefined) return super.push(piece, encoding)
      this.takePiece(piece ?? 'end')
      // Code that drops the rest waits for its end.
      return piece !== null || this.readableFlowing !== true || super.push(piece)
    }

    /** Not while someone takes the pieces: they would receive 'end' although only part of the body had come. */
    _dump(): void {
      if (this.takePiece === undefined) _dump.call(this)
    }

    override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
      this.takePiece?.('aborted')
      super._destroy(error, done)
    }
  }
}

/** Whether the whole remaining body of a request can be taken this way. */
export function isDirect(request: IncomingMessage): request is DirectMessage {
  return 'takePiece' in request && request.readableLength === 0 && !request.complete
}
