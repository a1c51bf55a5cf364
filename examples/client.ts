import { contract, implement, json, routes } from '@postern/contract'
import { createClient } from '@postern/contract/client'
import { serve } from '@postern/contract/node'
import { datetime, integer, list, Model, string } from '@postern/model'

class NoteCreate extends Model({ text: string({ minLength: 1, maxLength: 200 }) }) {}
class Note extends Model({ id: integer(), text: string(), written_at: datetime() }) {}

// Shared by both sides: declarations, and no server code.
const { get, post } = routes({ prefix: '/notes' })
const notes = contract({
  title: 'Notes',
  version: '1.0.0',
  routes: {
    write: post('/', { body: json(NoteCreate), response: Note, status: 201 }),
    search: get('/', { query: { words: list(string(), { default: [] }) }, response: list(string()) }),
  },
})

// One side implements it …
const written_at = '2026-01-02T03:04:05+01:00'
const api = implement(notes, {
  write: ({ body }) => ({ id: 1, text: body.text, written_at }),
  search: ({ query }) => query.words,
})
const server = await serve(api, { port: 0 })

// … the other calls it. Responses are distinguished by status; `validate` converts them with their models.
const client = createClient(notes, { baseUrl: server.url, validate: true })
const written = await client.write({ body: { text: 'Buy milk' } })
if (written.status === 201) console.log(written.body.id, written.body.written_at.toDate().getUTCHours())

const refused = await client.write({ body: { text: '' } })
if (refused.status === 422) for (const { loc, msg } of refused.body.detail) console.log(loc.join('.'), msg)

const found = await client.search({ query: { words: ['milk', 'tea & cake'] } })
if (found.status === 200) console.log(found.body.join(', '))
await server.close()
