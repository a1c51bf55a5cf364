import type { HandlerRequest, Handlers } from '@postern/contract'
import { HIDDEN } from '@postern/model'
import { removedSessionCookie, serializeSessionCookie } from './cookie.ts'
import type { sessionRoutes } from './routes.ts'
import { type SignedIn, type SignIn, sessionLifetime } from './sign-in.ts'

const uncached = { 'Cache-Control': 'no-store' }
const challenge = { 'WWW-Authenticate': 'Bearer' }

/** What both handlers that sign in receive. */
interface Asked {
  readonly body: { readonly username: string; readonly password: string }
  readonly request: HandlerRequest
}

export function sessionHandlers(signIn: SignIn): Handlers<typeof sessionRoutes, SignedIn> {
  const open = ({ body: { username, password }, request }: Asked) =>
    signIn.open({ username, password, userAgent: request.header('user-agent') })
  return {
    async issueToken({ body, request, fail, reply }) {
      const token = await open({ body, request })
      if (token === undefined) return fail(401, undefined, challenge)
      const answer = { access_token: token, token_type: 'bearer', expires_in: sessionLifetime } as const
      return reply(200, answer, { headers: uncached })
    },

    async signIn({ body, request, fail, reply }) {
      // RFC 6265bis §5.6: browsers store no `SameSite=Lax` cookie from a response to a page of another site.
      if (request.header('sec-fetch-site') === 'cross-site') return fail(403)
      const token = await open({ body, request })
      if (token === undefined) return fail(401, undefined, challenge)
      return reply(204, null, { headers: uncached, cookies: [serializeSessionCookie(token)] })
    },

    // Unlike an Authorization header, a cookie does not keep a shared cache from reusing the response for others (RFC
    // 9111 §3.5).
    readCurrentUser: ({ user: { id, username, email, created_at }, reply }) =>
      reply(200, { id, username, email, created_at }, { headers: uncached }),

    listSessions: async ({ user, reply }) =>
      reply(200, { sessions: await signIn.list(user) }, { headers: uncached }),

    async revokeSession({ user, params: { session_id } }) {
      await signIn.closeOwn(user, session_id)
      return undefined
    },

    async signOut({ user, query: { everywhere }, reply }) {
      await (everywhere ? signIn.closeAll(user.id) : signIn.close(user.tokenHash))
      return reply(204, null, { cookies: [removedSessionCookie] })
    },

    async changePassword({ user, body, fail }) {
      const problem = await signIn.changePassword(user, body.current_password, body.password)
      if (problem === undefined) return undefined
      const { field, message } = problem
      return fail(422, {
        detail: [{ type: 'password_refused', loc: ['body', field], msg: message, input: HIDDEN }],
      })
    },

    readProtected: ({ user, reply }) =>
      reply(200, { message: `Hello ${user.username}` }, { headers: uncached }),
  }
}
