import type { OwnBytes } from '../incoming.ts'

/** What is served under a path: the document, a page or a file of one. */
export interface Representation {
  /** Without the ETag. */
  readonly headers: Readonly<Record<string, string>>
  /** A strong validator; undefined for what no cache may keep. */
  readonly etag: string | undefined
  /** Called only if the body is sent. */
  body(): string | OwnBytes | Promise<OwnBytes>
}

/** Which caches may keep what is served: those of browsers alone are `private` (RFC 9111 §5.2.2.7). */
export type Caches = 'public' | 'private'

/**
 * Returns how a text that stays the same is served. Its validator is computed when it is first asked for, and includes
 * the headers: a client that gets a 304 keeps the Content-Security-Policy it has. A text for private caches has none.
 */
export function textRepresentation(
  text: string,
  { headers, caches }: Pick<Representation, 'headers'> & { readonly caches: Caches },
): () => Promise<Representation> {
  let hash: Promise<string> | undefined
  return async () => {
    // A page that came without TLS has no `subtle`.
    if (caches === 'public' && 'subtle' in crypto) hash ??= hashOf(JSON.stringify([text, headers]))
    return { headers, etag: hash && `"${await hash}"`, body: () => text }
  }
}

/** Returns half of a SHA-256, in hexadecimal digits. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const bytes = [...new Uint8Array(digest, 0, 16)]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
