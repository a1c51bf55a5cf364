import { contract, implement, json, routes } from '@postern/contract'
import { toNodeListener } from '@postern/contract/node'
import { Model, string } from '@postern/model'
import { fastify } from 'fastify'

class Greeting extends Model({ name: string({ minLength: 1, maxLength: 20 }) }) {}

const greet = routes().post('/greetings', { body: json(Greeting), response: Greeting })
const api = implement(
  contract({ title: 'Greetings', version: '1.0.0', routes: { greet } }),
  { greet: ({ body }) => body },
  { cors: { allowOrigins: ['https://app.example'] }, documents: { rootPath: '/api' } },
)

// In its own scope, where Fastify reads no bodies and removes no prefix: the listener does the rest.
const host = fastify()
const prefix = '/api'
const listener = toNodeListener(api)
host.register((scope, _options, registered) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.all(`${prefix}/*`, (request, reply) => {
    reply.hijack()
    request.raw.url = request.url.slice(prefix.length)
    listener(request.raw, reply.raw)
  })
  registered()
})
host.get('/', () => 'Fastify answers')

const origin = await host.listen({ port: 0 })
const headers = { 'content-type': 'application/json', origin: 'https://app.example' }
for (const name of ['Ann', '']) {
  const init = { method: 'POST', headers, body: JSON.stringify({ name }) }
  const answer = await fetch(`${origin}/api/greetings`, init)
  console.log(answer.status, answer.headers.get('access-control-allow-origin'), await answer.text())
}
console.log(await (await fetch(origin)).text())
await host.close()
