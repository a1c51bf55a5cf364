import { contract, implement, rawReply, routes } from '../index.ts'

const declared = contract({
  title: 'Tables',
  version: '1',
  routes: {
    table: routes().get('/table', { mediaType: 'text/csv', responses: { 303: 'It is elsewhere' } }),
  },
})

implement(declared, { table: () => rawReply('a,b') })
implement(declared, { table: ({ reply }) => reply(303, null, { headers: { location: '/' } }) })
// @ts-expect-error What is declared to be CSV is no null.
implement(declared, { table: () => null })
// @ts-expect-error Neither is what is replied with its status.
implement(declared, { table: ({ reply }) => reply(200, null) })

async function* lines() {
  yield 'a,b'
  yield new Uint8Array()
}
function* numbers() {
  yield 5
}
implement(declared, { table: () => rawReply(lines()) })
// @ts-expect-error A piece is a text or bytes.
implement(declared, { table: () => rawReply(numbers()) })
// @ts-expect-error A list is no generator.
implement(declared, { table: () => rawReply(['a,b']) })
// @ts-expect-error A generator is no answer by itself.
implement(declared, { table: lines })
