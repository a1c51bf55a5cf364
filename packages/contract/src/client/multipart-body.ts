import type { RequestBody } from './request-body.ts'

/** A part of a form: its name, and a string or a file. */
export type FormPart = readonly [name: string, value: string | Blob]

/**
 * Returns a multipart form (RFC 7578) whose strings are sent as they are; in a `FormData` every line ending would
 * arrive as CRLF.
 */
export function multipartBody(parts: readonly FormPart[]): RequestBody {
  const boundary = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const written = parts.flatMap(([name, value]) => [`--${boundary}\r\n${headOf(name, value)}`, value, '\r\n'])
  return {
    body: new Blob([...written, `--${boundary}--\r\n`]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

function headOf(name: string, value: string | Blob): string {
  const disposition = `content-disposition: form-data; name="${escaped(name)}"`
  if (typeof value === 'string') return `${disposition}\r\n\r\n`
  // FormData uses this name for a file without one.
  const filename = value instanceof File ? value.name : 'blob'
  const type = value.type || 'application/octet-stream'
  return `${disposition}; filename="${escaped(filename)}"\r\ncontent-type: ${type}\r\n\r\n`
}

/**
 * HTML, multipart/form-data encoding algorithm. A backslash is doubled where a single one might be read as an escape.
 * Throws a TypeError for what looks escaped already, and for what no part's head can contain.
 */
function escaped(name: string): string {
  if (UNSENDABLE.test(name))
    throw new TypeError(
      `${JSON.stringify(name)} cannot be sent as the name of a file, because servers would read it differently; give the file another name`,
    )
  const written = /\\(?:\\|$)/.test(name) ? name.replaceAll('\\', '\\\\') : name
  return written.replace(/[\r\n"]/g, encodeURIComponent)
}

/** What servers unescape, and control characters that no header can contain (RFC 9110 §5.5). */
const UNSENDABLE = /%(?:22|0[AaDd])|[^\P{Cc}\t\r\n\x80-\x9f]/u
