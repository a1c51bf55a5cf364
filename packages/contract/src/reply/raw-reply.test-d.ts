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
// @ts-expect-error null is not CSV
implement(declared, { table: () => null })
// @ts-expect-error null is not CSV in a reply with its status either
implement(declared, { table: ({ reply }) => reply(200, null) })

async function* lines() {
  yield 'a,b'
  yield new Uint8Array()
}
function* numbers() {
  yield 5
}
implement(declared, { table: () => rawReply(lines()) })
// @ts-expect-error a piece is a string or bytes
implement(declared, { table: () => rawReply(numbers()) })
// @ts-expect-error a list is not a generator
implement(declared, { table: () => rawReply(['a,b']) })
// @ts-expect-error a generator is not a response by itself
implement(declared, { table: lines })
