import { contract, implement, json, routes } from '@postern/contract'
import { Model, string } from '@postern/model'
import { Hono } from 'hono'

class Greeting extends Model({ name: string({ minLength: 1, maxLength: 20 }) }) {}

const greet = routes().post('/greetings', { body: json(Greeting), response: Greeting })
const api = implement(
  contract({ title: 'Greetings', version: '1.0.0', routes: { greet } }),
  { greet: ({ body }) => body },
  { cors: { allowOrigins: ['https://app.example'] }, documents: { rootPath: '/api' } },
)

// Hono uses the Fetch API and removes the prefix. Bun, Deno and Workers serve `host.fetch`.
const host = new Hono()
host.mount('/api', api.fetch)
host.get('/', (context) => context.text('Hono answers'))

const headers = { 'content-type': 'application/json', origin: 'https://app.example' }
for (const name of ['Ann', '']) {
  const init = { method: 'POST', headers, body: JSON.stringify({ name }) }
  const answer = await host.request('/api/greetings', init)
  console.log(answer.status, answer.headers.get('access-control-allow-origin'), await answer.text())
}
console.log(await (await host.request('/')).text())
