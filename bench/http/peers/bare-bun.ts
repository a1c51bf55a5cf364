import { createAnswers } from './bare-answers.ts'
import { serveOnBun } from './bun-server.ts'
import { openStore } from './store.ts'

const answers = createAnswers(openStore(process.env['STORAGE']))

serveOnBun((request) => {
  const { method, url } = request
  const path = url.slice(url.indexOf('/', 'http://'.length))
  const id = Number(path.slice('/posts/'.length))
  if (method === 'POST') {
    if (path === '/posts') return request.text().then((text) => answer(CREATED, () => answers.create(text)))
    if (path === '/posts/form') {
      return request.text().then((text) => answer(CREATED, () => answers.createFromForm(text)))
    }
    return request.text().then((text) => answer(FOUND, () => answers.accept(text)))
  }
  if (method === 'PUT') return request.text().then((text) => answer(FOUND, () => answers.replace(id, text)))
  if (path === '/posts') return answer(FOUND, answers.list)
  if (path === '/empty') return new Response(null, { status: 204 })
  return answer(FOUND, () => answers.read(id))
})

const headers = { 'content-type': 'application/json' }
const FOUND = { status: 200, headers }
const CREATED = { status: 201, headers }

function answer(init: ResponseInit, write: () => string | undefined): Response {
  let text: string | undefined
  try {
    text = write()
  } catch {
    return new Response('{"detail":"Not JSON"}', { status: 400, headers })
  }
  if (text === undefined) return new Response('{"detail":"Not Found"}', { status: 404, headers })
  return new Response(text, init)
}
