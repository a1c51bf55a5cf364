import type { Stream } from '../route/stream.ts'
import { readEvents } from './stream-events.ts'
import { readLines } from './stream-lines.ts'

/** Yields the data of a stream's items as they arrive. Ends with the stream; throws if it broke off. */
export async function* readItems(
  body: ReadableStream<Uint8Array>,
  { framing, terminator }: Pick<Stream, 'framing' | 'terminator'>,
): AsyncGenerator<unknown, void, undefined> {
  if (framing === 'server-sent-events') for await (const { data } of readEvents(body, terminator)) yield data
  else for await (const line of readLines(body, /\r?\n/)) if (line !== '') yield JSON.parse(line)
}
