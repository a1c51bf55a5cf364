import type { EventFields } from './stream-event.ts'

/**
 * Returns the text of a server-sent event (HTML §9.2.5), its fields in FastAPI's order. `data` is JSON, so it is one
 * line.
 */
export function eventText(data: string, fields: EventFields | undefined): string {
  if (fields === undefined) return `data: ${data}\n\n`
  const { comment, event, id, retry } = fields
  const lines = [
    ...(comment === undefined ? [] : comment.split(/\r\n|\r|\n/).map((line) => `: ${line}`)),
    ...(event === undefined ? [] : [`event: ${event}`]),
    `data: ${data}`,
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
  ]
  return `${lines.join('\n')}\n\n`
}
