import { decodeUtf8, encodeLatin1 } from './text-encoding.ts'

/** RFC 6750 §2.1. Other schemes are ignored. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return credentialsOf(/^bearer(?: +|$)/i, authorization)
}

/**
 * RFC 7617 §2: `name:password`; null if it is not such a pair. Spaces in its base64, which encoders that break lines
 * leave, are ignored as in FastAPI. Control characters, which a pair must not contain, are refused here, before they
 * reach a store that cannot hold them.
 */
export function basicToken(authorization: string | undefined): string | null | undefined {
  const encoded = credentialsOf(/^basic(?: +|$)/i, authorization)?.replaceAll(/[ \t]/g, '')
  if (encoded === undefined) return undefined
  if (encoded.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(encoded)) return null
  const pair = decodeUtf8(encodeLatin1(atob(encoded)))
  return pair?.includes(':') && !/\p{Cc}/u.test(pair) ? pair : null
}

function credentialsOf(scheme: RegExp, authorization: string | undefined): string | undefined {
  const found = scheme.exec(authorization ?? '')
  return found === null ? undefined : authorization?.slice(found[0].length).trim()
}
