/** Code of a user who has only a document's types: `call`, typed by operation, with responses distinguished by status. */
const preamble = `
import type { operations } from './schema.ts'

type ContentOf<R> = R extends { content: infer C } ? C[keyof C] : null
type Answer<Id extends keyof operations> = {
  [Status in keyof operations[Id]['responses']]: {
    readonly status: Status
    readonly body: ContentOf<operations[Id]['responses'][Status]>
  }
}[keyof operations[Id]['responses']]
type BodyOf<Id extends keyof operations> =
  NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer B } } ? B : undefined

async function call<Id extends keyof operations>(
  _id: Id,
  [method, path]: readonly [string, string],
  body: BodyOf<Id>,
  token = '',
): Promise<Answer<Id>> {
  const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: 'Bearer ' + token }) }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const response = await fetch('ORIGIN' + path, init)
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) } as Answer<Id>
}
`

/** A client of the library, and its output. */
export const libraryClient = {
  program: `${preamble}
const book: BodyOf<'buyBook'> = {
  title: 'The Lathe of Heaven',
  authors: [{ name: 'Ursula K. Le Guin' }],
  work: { form: 'novel', pages: 184 },
  genre: 'science',
}
const buy = ['POST', '/books/'] as const

const bought = await call('buyBook', buy, book, 'desk-token')
if (bought.status === 201) {
  const { title, price, work } = bought.body
  const length: string = work.form === 'novel' ? work.pages + ' pages' : work.length
  console.log(bought.status, title, price, work.form, 'of', length)
}
const lent = await call('buyBook', buy, { ...book, title: 'Lent' }, 'desk-token')
if (lent.status === 409) console.log(lent.status, lent.body.lent_to)

// @ts-expect-error the title is missing
const wrong = await call('buyBook', buy, { authors: book.authors, work: book.work, genre: 'fantasy' }, 'desk-token')
if (wrong.status === 422) for (const { type, loc } of wrong.body.detail ?? []) console.log(wrong.status, type, loc.join('.'))

const refused = await call('buyBook', buy, book)
if (refused.status === 401) console.log(refused.status, refused.body.detail)

const listed = await call('listBooks', ['GET', '/books/?limit=20'], undefined)
// @ts-expect-error what has not been distinguished from failures has no total
void listed.body.total
if (listed.status === 200) console.log(listed.status, listed.body.total)

const reader = '/books/6f1c1d8e-8a35-4c1e-9d0e-2f3b8f0e4a11'
const lending = await call('lendBook', ['PUT', reader + '/reader'], { reader: 1, days: 14 }, 'desk-token')
if (lending.status === 200) console.log(lending.status, 'until', lending.body.until)
const late = await call('lendBook', ['PUT', reader + '/reader'], { reader: 1, days: 31 }, 'desk-token')
if (late.status === 202) console.log(late.status, late.body.name)

const removed = await call('removeBook', ['DELETE', reader], undefined)
if (removed.status === 204) console.log(removed.status, removed.body ?? 'nothing')
`,
  prints: [
    '201 The Lathe of Heaven 9.99 novel of 184 pages',
    '409 Ann',
    '422 missing body.title',
    '401 Not authenticated',
    '200 20',
    '200 until 2026-02-01',
    '202 nobody',
    '204 nothing',
  ],
}

/** A client of the service, and its output. */
export const serviceClient = {
  program: `${preamble}
const ann = { username: 'ann', email: 'ann@example.com', age: 30, password: 'correct horse' }
const user = await call('signUp', ['POST', '/users/'], ann)
if (user.status === 201) console.log(user.status, user.body.username, 'password' in user.body)
const again = await call('signUp', ['POST', '/users/'], ann)
if (again.status === 409) console.log(again.status, again.body.detail.map(({ loc }) => loc.join('.')).join())

const post = await call('createPost', ['POST', '/posts/'], { title: ' Hello ' })
if (post.status !== 201) throw new Error('No post: ' + JSON.stringify(post.body))
const { id, title, content } = post.body
console.log(post.status, title, content === '')
const path = '/posts/' + id
const updated = await call('updatePost', ['PUT', path], { title: 'Again', content: 'Long enough to be read' })
if (updated.status === 200) console.log(updated.status, updated.body.title, updated.body.updated_at.length > 0)

const listed = await call('listPosts', ['GET', '/posts/'], undefined)
if (listed.status === 200) console.log(listed.status, listed.body.posts.join())
const secret = await call('readProtected', ['GET', '/api/protected/'], undefined)
if (secret.status === 401) console.log(secret.status, secret.body.detail)
const gone = await call('deletePost', ['DELETE', path], undefined)
if (gone.status === 204) console.log(gone.status, gone.body)
const missing = await call('readPost', ['GET', path], undefined)
if (missing.status === 404) console.log(missing.status, missing.body.detail)
`,
  prints: [
    '201 ann false',
    '409 body.username,body.email',
    '201 Hello true',
    '200 Again true',
    '200 Again',
    '401 Not authenticated',
    '204 null',
    '404 There is no such post',
  ],
}
