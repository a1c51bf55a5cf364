import { type Api, type Authenticate, type Incoming, type Outgoing, wrapExchange } from '@postern/contract'
import { removedSessionCookie } from './cookie.ts'

/**
 * The api that `create` makes, whose 401 to a cookie that is no good removes the cookie: a browser would send it
 * again and again, and never be let in even where nobody has to be known.
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
      exchange(incoming, (outgoing) => send(stale.has(incoming) ? withRemoval(outgoing) : outgoing)),
  )
}

function withRemoval(outgoing: Outgoing): Outgoing {
  return { ...outgoing, headers: [...outgoing.headers, 'set-cookie', removedSessionCookie] }
}
