import { decodeLatin1 } from './text-encoding.ts'

/** Parses an urlencoded body as Starlette does: raw bytes above ASCII are Latin-1, `%XX` is UTF-8. Never fails. */
export function parseForm(bytes: Uint8Array): URLSearchParams {
  // Escaped, for Node loses raw characters that stand beside escapes which are not UTF-8.
  const text = decodeLatin1(bytes).replace(BEYOND_ASCII, encodeURIComponent)
  return new URLSearchParams(text.startsWith('?') ? `&${text}` : text)
}

const BEYOND_ASCII = /[\x80-\xff]/g

/** Parses a multipart body with the platform's own parser; a text says why it could not be. */
export async function parseMultipart(bytes: Uint8Array, contentType: string): Promise<FormData | string> {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return 'Missing boundary in multipart.'
  if (bytes.length === 0) return new FormData()
  const delimiter = `--${boundary}`
  // A body may not begin with anything else; runtimes differ in what they let pass there.
  if (delimiter === '--' || decodeLatin1(bytes.subarray(0, delimiter.length)) !== delimiter) return MALFORMED
  try {
    const body = new Uint8Array(bytes)
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    return MALFORMED
  }
}

/** The boundary that a `content-type` tells; undefined where it tells none. */
export function boundaryOf(contentType: string): string | undefined {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;]*))/i.exec(contentType)
  return boundary === null ? undefined : (boundary[1] ?? boundary[2] ?? '').trim()
}

/** What is told of a multipart body that cannot be parsed. */
export const MALFORMED = 'Invalid multipart data.'
