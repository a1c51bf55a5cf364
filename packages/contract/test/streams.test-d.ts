import { integer, Model, string } from '@postern/model'
import { contract, event, implement, jsonLines, routes, serverSentEvents } from '../src/index.ts'

class Count extends Model({ n: integer() }) {}

const { get } = routes()
const declared = contract({
  title: 'Streams',
  version: '1',
  routes: {
    lines: get('/lines', { response: jsonLines(Count) }),
    events: get('/events', { response: serverSentEvents(Count), status: 202 }),
  },
})

async function* counts() {
  yield { n: 1 }
}

implement(declared, { lines: () => [{ n: 1 }], events: counts })
implement(declared, { lines: counts, events: ({ reply }) => reply(202, counts()) })
implement(declared, { lines: async () => counts(), events: () => new Set([{ n: 1 }]) })

implement(declared, {
  lines: counts,
  events: () => [{ n: 1 }, event({ data: { n: 2 }, event: 'count', id: '2' })],
})
implement(declared, {
  lines: counts,
  events: ({ reply }) => reply(202, [event({ data: { n: 1 }, retry: 5 })]),
})

// @ts-expect-error JSON lines have no names
implement(declared, { lines: () => [event({ data: { n: 1 } })], events: counts })
// @ts-expect-error an event's data lacks a field
implement(declared, { lines: counts, events: () => [event({ data: { m: 1 } })] })
// @ts-expect-error an event has data
event({ id: '1' })
// @ts-expect-error a name is a string
event({ data: { n: 1 }, event: 1 })
// @ts-expect-error one item is not a stream
implement(declared, { lines: () => ({ n: 1 }), events: counts })
// @ts-expect-error an item lacks a field
implement(declared, { lines: () => [{ m: 1 }], events: counts })
// @ts-expect-error a reply needs a stream too
implement(declared, { lines: counts, events: ({ reply }) => reply(202, { n: 1 }) })

const spoken = contract({
  title: 'Words',
  version: '1',
  routes: { words: get('/words', { response: jsonLines(string()) }) },
})
implement(spoken, { words: () => 'one two'.split(' ') })
// @ts-expect-error a string is not a stream of its characters
implement(spoken, { words: () => 'one two' })
