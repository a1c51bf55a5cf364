import { accepted, notGranted, post, refusal, status } from './expectation.ts'
import { form, json, plain, type Turn } from './scenarios.ts'

/** A request that is not timed, but shows whether a peer does the work of a scenario. */
export interface Probe extends Turn {
  /** The scenario it belongs to. */
  readonly scenario: string
}

/** Requests that a peer must also handle correctly, sent after those of the scenarios. */
export const PROBES: readonly Probe[] = [
  probe('create valid', json('POST', '/posts', { title: ' a ' }), post(201, { title: 'a', content: '' })),
  probe(
    'create valid',
    json('POST', '/posts', { title: 'a', content: '\n b ', id: 3, internal_note: 'x', tags: [] }),
    post(201, { title: 'a', content: 'b' }),
  ),
  probe('create valid', json('POST', '/posts', { title: 'a'.repeat(200) }), post(201, {})),
  probe('422 with two errors', json('POST', '/posts', { title: 'a'.repeat(201) }), refusal('title')),
  probe(
    '422 with two errors',
    json('POST', '/posts', { title: 'a', content: 'b'.repeat(10_001) }),
    refusal('content'),
  ),
  probe('422 with two errors', json('POST', '/posts', { content: 42 }), refusal('title', 'content')),
  probe('422 with two errors', form(''), refusal('title')),
  probe('422 with two errors', json('PUT', '/posts/1', { title: ' ' }), refusal('title')),
  probe('read one', plain('GET', '/posts/999999'), status(404)),
  probe('read one', plain('GET', '/posts/seven'), status(400, 404, 422)),
  probe('replace', json('PUT', '/posts/999999', { title: 'a' }), status(404)),
  probe(
    'simple request from an allowed origin',
    { ...plain('GET', '/posts/1'), headers: { origin: 'http://other.example' } },
    notGranted,
  ),
  probe('form', form('title=+a%C3%A9+&x=1'), post(201, { title: 'aé', content: '' })),
  probe('100 kB body', json('POST', '/posts/batch', batchOf(1000)), accepted(1000)),
  probe('422 with 100 errors', json('POST', '/posts/batch', batchOf(1001)), refusal('posts')),
  probe('422 with 100 errors', json('POST', '/posts/batch', batchOf(0)), refusal('posts')),
  // The first of the posts created by the scenario can be read.
  probe('durable create', plain('GET', '/posts/51'), post(200, { title: 'A walk along the river' })),
  probe('replace, stored', plain('GET', '/posts/7'), post(200, { title: 'On bread' })),
]

function probe(scenario: string, request: Turn['request'], expected: Turn['expected']): Probe {
  return { scenario, request, expected }
}

function batchOf(length: number): { readonly posts: readonly unknown[] } {
  return { posts: Array.from({ length }, () => ({ title: 'a' })) }
}
