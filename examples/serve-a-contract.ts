import { contract, implement, json, routes } from '@postern/contract'
import { serve } from '@postern/contract/node'
import { integer, list, Model, string } from '@postern/model'

class NoteCreate extends Model({ text: string({ minLength: 1, maxLength: 200 }) }) {}
class Note extends Model({ id: integer(), text: string() }) {}
class NoteList extends Model({ notes: list(Note) }) {}

// The contract contains no server code, so a client can import it as well.
const notes = routes({ prefix: '/notes', tags: ['notes'] })
const createNote = notes.post('/', { body: json(NoteCreate), response: Note, status: 201 })
const listNotes = notes.get('/', { response: NoteList })
const declared = contract({ title: 'Notes', version: '1.0.0', routes: { createNote, listNotes } })

const stored: Note[] = []
const api = implement(declared, {
  createNote({ body }) {
    const note = { id: stored.length + 1, text: body.text, secret: 'no field of Note, so it is never sent' }
    stored.push(note)
    return note
  },
  listNotes: () => ({ notes: stored }),
})

// Port 0 means any free port. Without `close` the server keeps running, with its documentation at /docs.
const server = await serve(api, { port: 0 })
const headers = { 'content-type': 'application/json' }
const created = await fetch(`${server.url}/notes/`, { method: 'POST', headers, body: '{"text": "Buy milk"}' })
console.log(created.status, await created.text())
console.log(await (await fetch(`${server.url}/notes`)).text())
await server.close()
