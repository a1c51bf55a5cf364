import { once } from 'node:events'
import { contract, implement, json, routes } from '@postern/contract'
import { toNodeListener } from '@postern/contract/node'
import { Model, string } from '@postern/model'
import express from 'express'

class Greeting extends Model({ name: string({ minLength: 1, maxLength: 20 }) }) {}

const greet = routes().post('/greetings', { body: json(Greeting), response: Greeting })
const api = implement(
  contract({ title: 'Greetings', version: '1.0.0', routes: { greet } }),
  { greet: ({ body }) => body },
  { cors: { allowOrigins: ['https://app.example'] }, documents: { rootPath: '/api' } },
)

// Mounted before any body parser: the API reads bodies and counts their bytes itself. Express removes the prefix.
const host = express()
host.use('/api', toNodeListener(api))
host.get('/', (_request, response) => response.end('Express answers'))

const server = host.listen(0, '127.0.0.1', () => undefined)
await once(server, 'listening')
const address = server.address()
const origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`

const headers = { 'content-type': 'application/json', origin: 'https://app.example' }
for (const name of ['Ann', '']) {
  const init = { method: 'POST', headers, body: JSON.stringify({ name }) }
  const answer = await fetch(`${origin}/api/greetings`, init)
  console.log(answer.status, answer.headers.get('access-control-allow-origin'), await answer.text())
}
console.log(await (await fetch(origin)).text())
server.close()
