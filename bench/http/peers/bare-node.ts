import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createAnswers } from './bare-answers.ts'
import { openStore } from './store.ts'

const answers = createAnswers(openStore(process.env['STORAGE']))

const server = createServer((request, response) => {
  const { method, url = '' } = request
  const id = Number(url.slice('/posts/'.length))
  if (method === 'POST') {
    if (url === '/posts') readText(request, (text) => answer(response, 201, () => answers.create(text)))
    else if (url === '/posts/form') {
      readText(request, (text) => answer(response, 201, () => answers.createFromForm(text)))
    } else readText(request, (text) => answer(response, 200, () => answers.accept(text)))
  } else if (method === 'PUT') {
    readText(request, (text) => answer(response, 200, () => answers.replace(id, text)))
  } else if (url === '/posts') answer(response, 200, answers.list)
  else if (url === '/empty') response.writeHead(204).end()
  else answer(response, 200, () => answers.read(id))
})

server.listen(Number(process.env['PORT']), '127.0.0.1')

function readText(request: IncomingMessage, done: (text: string) => void): void {
  let body: Buffer | undefined
  request.on('data', (chunk: Buffer) => {
    body = body === undefined ? chunk : Buffer.concat([body, chunk])
  })
  request.on('end', () => done(body?.toString() ?? ''))
}

function answer(response: ServerResponse, status: number, write: () => string | undefined): void {
  let text: string | undefined
  try {
    text = write()
  } catch {
    send(response, 400, '{"detail":"Not JSON"}')
    return
  }
  if (text === undefined) send(response, 404, '{"detail":"Not Found"}')
  else send(response, status, text)
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
