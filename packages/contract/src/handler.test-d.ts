import { integer, Model, string } from '@postern/model'
import {
  contract,
  type Guard,
  type Guards,
  type Handler,
  type Handlers,
  HttpError,
  implement,
  json,
  routes,
  tokenFrom,
} from './index.ts'

class Taken extends Model({ taken: string(), times: integer({ default: 1 }) }) {}

const read = routes().get('/', { response: string(), errors: { 404: 'Nothing there', 409: Taken } })
const declared = contract({ title: 'Failures', version: '1', routes: { read } })

// A failure has what is declared for its status: the fields of a model, or any detail in place of the declared text.
implement(declared, { read: ({ fail }) => fail(404) })
implement(declared, { read: ({ fail }) => fail(404, { reason: 'gone' }, { 'Retry-After': '9' }) })
implement(declared, { read: ({ fail }) => fail(409, { taken: 'title' }, { 'Retry-After': '9' }) })
// @ts-expect-error a status that is not declared
implement(declared, { read: ({ fail }) => fail(410) })
// @ts-expect-error the model needs a value
implement(declared, { read: ({ fail }) => fail(409) })
// @ts-expect-error a field of the model has another type
implement(declared, { read: ({ fail }) => fail(409, { taken: 1 }) })

// Undeclared parts cannot be read.
// @ts-expect-error an undeclared query parameter
implement(declared, { read: ({ query: { page } }) => `${page}` })
// @ts-expect-error an undeclared path parameter
implement(declared, { read: ({ params: { id } }) => `${id}` })
// @ts-expect-error an undeclared header
implement(declared, { read: ({ headers: { accept } }) => `${accept}` })
// @ts-expect-error an undeclared cookie
implement(declared, { read: ({ cookies: { theme } }) => `${theme}` })

// An operation that declares no response returns nothing, or a reply.
const ping = contract({ title: 'Ping', version: '1', routes: { ping: routes().get('/ping', {}) } })
implement(ping, { ping: () => undefined })
implement(ping, { ping: async ({ reply }) => reply(200, null) })
// @ts-expect-error no response is declared
implement(ping, { ping: () => 'pong' })
// @ts-expect-error no response is declared
implement(ping, { ping: async () => ({ pong: true }) })

// What looks like a reply is none: at run time it would go through the response model.
// @ts-expect-error only reply, fail and rawReply make replies
implement(declared, { read: () => ({ status: 200, body: 'x', headers: [], form: 'raw' as const }) })

// Failures and responses that several operations share are spread into each, next to its own.
const shared = { 404: 'Nothing there', 409: Taken }
const also = { 202: Taken }
const spread = routes().get('/', {
  response: string(),
  responses: { ...also, 204: 'Nothing' },
  errors: { ...shared, 403: 'Not yours' },
})
const spreading = contract({ title: 'Spread', version: '1', routes: { spread } })
implement(spreading, { spread: ({ fail }) => fail(404) })
implement(spreading, { spread: ({ fail }) => fail(403) })
implement(spreading, { spread: ({ fail }) => fail(409, { taken: 'title' }) })
implement(spreading, { spread: ({ reply }) => reply(202, { taken: 'title' }) })
implement(spreading, { spread: ({ reply }) => reply(204, null) })
// @ts-expect-error a status that is not declared
implement(spreading, { spread: ({ fail }) => fail(410) })
// @ts-expect-error the model needs a value
implement(spreading, { spread: ({ fail }) => fail(409) })
// @ts-expect-error the model of a response needs a value too
implement(spreading, { spread: ({ reply }) => reply(202, null) })
// In replies and failures, the compiler refuses fields that the model would leave out.
// @ts-expect-error a field that the model of the response does not have
implement(spreading, { spread: ({ reply }) => reply(202, { taken: 'title', password: 'x' }) })
// @ts-expect-error a field that the model of the failure does not have
implement(spreading, { spread: ({ fail }) => fail(409, { taken: 'title', password: 'x' }) })

const guarded = routes().get('/', { security: tokenFrom(), response: string() })
const known = contract({ title: 'Known', version: '1', routes: { guarded } })
const users = new Map([['token', { name: 'Ann' }]])

// A lookup that finds no user and a check that returns false do not count as users.
implement(
  known,
  { guarded: ({ user }) => user.name },
  { authenticate: async (token: string) => users.get(token) },
)
implement(
  known,
  { guarded: ({ user }): 'true' => `${user}` },
  { authenticate: (token: string) => users.has(token) },
)

// Without `authenticate` there is no user that a handler could read, or hand on.
// @ts-expect-error no user
implement(known, { guarded: ({ user }) => user.name })
const greet = (user: { readonly name: string }) => user.name
// @ts-expect-error no user
implement(known, { guarded: ({ user }) => greet(user) })

// The options of routes apply to each of their operations, unless an operation declares its own.
const staff = routes({ security: tokenFrom(), errors: { 403: 'Staff alone', 409: Taken } })
const shares = staff.get('/shares', { response: string() })
const differs = staff.get('/differs', {
  response: string(),
  security: tokenFrom({ required: false }),
  errors: { 404: 'Nothing there', 409: 'Taken' },
})
const authenticate = { authenticate: (token: string) => ({ name: token }) }
const sharing = contract({ title: 'Sharing', version: '1', routes: { shares } })
implement(sharing, { shares: ({ user }) => user.name }, authenticate)
implement(sharing, { shares: ({ fail }) => fail(403) }, authenticate)
implement(sharing, { shares: ({ fail }) => fail(409, { taken: 'name' }) }, authenticate)
// @ts-expect-error the model needs a value
implement(sharing, { shares: ({ fail }) => fail(409) }, authenticate)
// @ts-expect-error a failure of another operation
implement(sharing, { shares: ({ fail }) => fail(404) }, authenticate)
const differing = contract({ title: 'Differing', version: '1', routes: { differs } })
implement(differing, { differs: ({ user }) => user?.name ?? 'nobody' }, authenticate)
// @ts-expect-error there may be no user
implement(differing, { differs: ({ user }) => user.name }, authenticate)
implement(differing, { differs: ({ fail }) => fail(403) }, authenticate)
implement(differing, { differs: ({ fail }) => fail(404) }, authenticate)
implement(differing, { differs: ({ fail }) => fail(409) }, authenticate)
// An option that is undefined counts as left out, because compilers without `exactOptionalPropertyTypes` allow it.
const leaves = staff.get('/leaves', {
  response: string(),
  security: undefined as never,
  errors: undefined as never,
})
const leaving = contract({ title: 'Leaving', version: '1', routes: { leaves } })
implement(leaving, { leaves: ({ user, fail }) => (user.name ? 'in' : fail(403)) }, authenticate)
// @ts-expect-error a failure of another operation
implement(leaving, { leaves: ({ fail }) => fail(404) }, authenticate)
// @ts-expect-error misspelled, so every operation would be open
routes({ securty: tokenFrom() })

// A guard receives the input of a handler without the body, and refuses with a declared failure.
const change = routes().put('/{id}', {
  params: { id: integer() },
  body: json(Taken),
  security: tokenFrom(),
  response: string(),
  errors: { 403: 'Not yours' },
})
const changing = contract({ title: 'Changing', version: '1', routes: { change } })
const changes = { change: ({ body }: { body: Taken }) => body.taken }
implement(changing, changes, {
  ...authenticate,
  guards: {
    change: ({ params, user, fail }) => (params.id > 9 && user.name !== 'ann' ? fail(403) : undefined),
  },
})
implement(
  changing,
  { change: ({ user }) => user.name },
  {
    ...authenticate,
    guards: { change: async ({ fail }) => fail(403) },
  },
)
const guards: Guards<{ change: typeof change }, { name: string }> = {
  change: ({ user, fail }) => (user.name === 'ann' ? null : fail(403)),
}
implement(changing, changes, { ...authenticate, guards })
// A guard that only throws needs no return type, and may serve several operations.
const onlyAnn = ({ user }: { readonly user: { readonly name: string } }) => {
  if (user.name !== 'ann') throw new HttpError(403)
}
implement(changing, changes, { ...authenticate, guards: { change: onlyAnn } })
implement(changing, changes, { guards: { change: async (input) => onlyAnn(input) }, ...authenticate })
implement(changing, changes, { guards: { change: onlyAnn } satisfies typeof guards, ...authenticate })
// @ts-expect-error the body is not read yet
implement(changing, changes, { ...authenticate, guards: { change: ({ body }) => body } })
// @ts-expect-error a failure that is not declared
implement(changing, changes, { ...authenticate, guards: { change: ({ fail }) => fail(404) } })
// @ts-expect-error false is not a refusal
implement(changing, changes, { ...authenticate, guards: { change: () => false } })
// @ts-expect-error an operation that is not declared
implement(changing, changes, { ...authenticate, guards: { remove: () => undefined } })

// If no operation has a user, separately typed handlers and guards name none.
const readGuards = { read: ({ fail }) => fail(404) } satisfies Guards<typeof declared.routes>
const readGuard: Guard<typeof read> = ({ fail }) => fail(404)
const readHandler: Handler<typeof read> = ({ fail }) => fail(404)
const readHandlers = { read: ({ request }) => request.path } satisfies Handlers<typeof declared.routes>
implement(declared, readHandlers, { guards: readGuards })
implement(declared, { read: readHandler }, { guards: { read: readGuard } })
