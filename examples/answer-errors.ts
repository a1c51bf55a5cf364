import { contract, implement, json, routes } from '@postern/contract'
import { integer, Model, string } from '@postern/model'

class Move extends Model({ to: string({ minLength: 1 }) }) {}
class Book extends Model({ id: integer(), shelf: string() }) {}
class Lent extends Model({ lent_to: string() }) {}

// Failures are declared: as a string or a model. `fail` accepts no other status, and the document lists them.
const books = routes({ prefix: '/books' })
const moveBook = books.put('/{book_id}', {
  params: { book_id: integer() },
  body: json(Move),
  response: Book,
  errors: { 404: 'There is no such book', 409: Lent },
})

const shelves = new Map([
  [1, 'A'],
  [2, 'B'],
])
const api = implement(contract({ title: 'Books', version: '1.0.0', routes: { moveBook } }), {
  moveBook({ params, body, fail }) {
    if (!shelves.has(params.book_id)) return fail(404)
    if (params.book_id === 2) return fail(409, { lent_to: 'Ann' })
    shelves.set(params.book_id, body.to)
    return { id: params.book_id, shelf: body.to }
  },
})

for (const [id, to] of [
  ['1', 'C'],
  ['2', 'C'],
  ['3', 'C'],
  ['x', ''],
]) {
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`http://books.example/books/${id}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ to }),
  })
  const answer = await api.fetch(request)
  console.log(answer.status, await answer.text())
}
