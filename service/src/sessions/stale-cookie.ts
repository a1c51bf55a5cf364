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
  const api = create(async (token, incoming) => {
    const user = await authenticate(token, incoming)
    if (user === null && !hasBearer(incoming)) stale.add(incoming)
    return user
  })
  return wrapExchange(
    api,
    (exchange) => (incoming, send) =>
      exchange(incoming, (outgoing) => send(stale.has(incoming) ? withRemoval(outgoing) : outgoing)),
  )
}

/** The header wins where both are given, so the cookie was not looked at. */
function hasBearer(incoming: Incoming): boolean {
  return /^bearer(?:[ \t]|$)/i.test(incoming.header('authorization') ?? '')
}

function withRemoval(outgoing: Outgoing): Outgoing {
  return { ...outgoing, headers: [...outgoing.headers, 'set-cookie', removedSessionCookie] }
}
