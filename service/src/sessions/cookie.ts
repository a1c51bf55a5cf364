/** The session's cookie: the prefix binds it to this host, this path and a secure transport (RFC 6265bis §4.1.3.2). */
export const sessionCookieName = '__Host-session'

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax'

// A session is extended and ends on the server; the browser keeps the cookie for as long as it may (RFC 6265bis §5.5).
const longestAge = 400 * 24 * 60 * 60

/** Returns the `Set-Cookie` value with a token. Browsers accept it on `https:` and, on `http:`, only from this machine. */
export function serializeSessionCookie(token: string): string {
  return `${sessionCookieName}=${token}; ${attributes}; Max-Age=${longestAge}`
}

/** The `Set-Cookie` value that removes the cookie. */
export const removedSessionCookie: string = `${sessionCookieName}=; ${attributes}; Max-Age=0`
