/** The session's cookie: the prefix binds it to this host, this path and a secure transport (RFC 6265bis §4.1.3.2). */
export const sessionCookieName = '__Host-session'

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax'

// The session slides and ends on the server; the browser is to keep the cookie as long as it may (RFC 6265bis §5.5).
const longestAge = 400 * 24 * 60 * 60

/** The `Set-Cookie` value that hands a token to a browser. Browsers take it on `https:` and, on `http:`, from this machine alone. */
export function serializeSessionCookie(token: string): string {
  return `${sessionCookieName}=${token}; ${attributes}; Max-Age=${longestAge}`
}

/** The `Set-Cookie` value that removes the cookie. */
export const removedSessionCookie: string = `${sessionCookieName}=; ${attributes}; Max-Age=0`
