import { type Api, type Authenticate, type Incoming, wrapExchange } from '@postern/contract'
import { withHeaders } from '../operations/with-headers.ts'
import { removedSessionCookie } from './cookie.ts'

/**
 * Creates the API with `create`; its 401 to an invalid cookie also removes the cookie. Otherwise a browser would send
 * the cookie again and again, and get a 401 even where no user is required.
 */
export function withoutStaleCookies<User>(
  authenticate: Authenticate<User>,
  create: (authenticate: Authenticate<User>) => Api,
): Api {
  const stale = new WeakSet<Incoming>()
  const api = create(async (token, incoming, use) => {
    const user = await authenticate(token, incoming, use)
    if (user === null && use.source === 'cookie') stale.add(incoming)
    return user
  })
  return wrapExchange(
    api,
    (exchange) => (incoming, send) =>
      exchange(incoming, (outgoing) => send(stale.has(incoming) ? withHeaders(outgoing, removal) : outgoing)),
  )
}

const removal = ['set-cookie', removedSessionCookie]
