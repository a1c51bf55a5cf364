import type { Handlers } from '@postern/contract'
import type { SignedIn } from '../sessions/sign-in.ts'
import type { UserSignUp } from './models.ts'
import type { userRoutes } from './routes.ts'
import { signUp } from './sign-up.ts'
import type { UserStore, UserTaken } from './store.ts'

export function userHandlers(users: UserStore): Handlers<typeof userRoutes, SignedIn> {
  return {
    async signUp({ body, fail, reply }) {
      const stored = await signUp(users, body)
      if ('taken' in stored) return fail(409, { detail: takenNames(stored, body) })
      return reply(201, stored, { headers: { Location: `/users/${stored.id}` } })
    },

    async readUser({ params, fail }) {
      return (await users.get(params.user_id)) ?? fail(404)
    },
  }
}

function takenNames({ taken }: UserTaken, user: UserSignUp) {
  return taken.map((name) => ({
    type: 'taken' as const,
    loc: ['body', name],
    msg: name === 'email' ? 'This e-mail address is taken' : 'This username is taken',
    input: user[name],
  }))
}
