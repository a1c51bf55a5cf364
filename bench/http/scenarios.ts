import type { RequestBytes } from '../harness/load.ts'
import {
  accepted,
  type Expectation,
  fiftyPosts,
  granted,
  ORIGIN,
  post,
  refusal,
  status,
} from './expectation.ts'

/** Timed work: the same bytes for every peer. */
export interface Scenario {
  readonly name: string
  /** Sent in turn, each with its expected response. */
  readonly turns: readonly Turn[]
  /** Scenarios of one group alternate within each round, so that they can be compared with each other. */
  readonly group: string
  /** `stored`: with posts in SQLite; `memory`: with the store that stores nothing. */
  readonly storage: 'memory' | 'stored'
  /** Whether it is a floor, which only the bare servers serve. */
  readonly floor: boolean
  /** Whether the correct response is a refusal. */
  readonly refused: boolean
  /** Whether the processes of a database also need the client's core. */
  readonly sharesCore: boolean
  /** Requests per second at which latency is measured: a rate that the slowest peer can keep up with. */
  readonly pace: number
}

/** A request and its expected response. */
export interface Turn {
  readonly request: RequestBytes
  readonly expected: Expectation
}

/** The content of posts, used in turn. */
export const TEXTS = [
  { title: 'A walk along the river', content: 'It rained, and nobody else was there.' },
  { title: 'On bread', content: 'Flour, water, salt and a night of patience. More is not needed.' },
  { title: 'Notes of a Tuesday', content: 'Short ones.' },
  { title: 'What the old map did not show', content: 'A path, two wells and the mill behind the hill.' },
]

/** The posts to read, in turn. */
export const IDS = [1, 7, 23, 50]

const creations = TEXTS.map((fields) => ({
  request: json('POST', '/posts', fields),
  expected: post(201, fields),
}))
const readings = IDS.map((id) => ({ request: plain('GET', `/posts/${id}`), expected: post(200, {}) }))
const replacements = TEXTS.map((fields, index) => ({
  request: json('PUT', `/posts/${IDS[index]}`, fields),
  expected: post(200, fields),
}))
const list = { request: plain('GET', '/posts'), expected: fiftyPosts }
const forms = TEXTS.map((fields) => ({
  request: form(new URLSearchParams(fields).toString()),
  expected: post(201, fields),
}))

/** Every scenario, in the order of the tables. */
export const SCENARIOS: readonly Scenario[] = [
  scenario('create valid', creations, { group: 'bodies' }),
  scenario(
    '422 with two errors',
    ['', '   '].map((title) => ({
      request: json('POST', '/posts', { title, content: 42 }),
      expected: refusal('title', 'content'),
    })),
    { group: 'bodies', refused: true },
  ),
  scenario('malformed JSON', [{ request: malformed(), expected: status(400, 422) }], {
    group: 'bodies',
    refused: true,
  }),
  scenario('read one', readings),
  scenario('list 50', [list], { pace: 500 }),
  scenario('replace', replacements),
  scenario('preflight', [{ request: preflight(), expected: preflightGrants() }], { group: 'policy' }),
  scenario('empty reply', [{ request: plain('GET', '/empty'), expected: status(204) }], {
    group: 'policy',
    floor: true,
  }),
  scenario(
    'simple request from an allowed origin',
    IDS.map((id) => ({
      request: { ...plain('GET', `/posts/${id}`), headers: { origin: ORIGIN } },
      expected: granted(post(200, {})),
    })),
    { group: 'policy' },
  ),
  scenario('form', forms),
  scenario(
    '100 kB body',
    [{ request: json('POST', '/posts/batch', batchOf(650)), expected: accepted(650) }],
    { pace: 100 },
  ),
  scenario(
    '422 with 100 errors',
    [
      {
        request: json('POST', '/posts/batch', { posts: Array.from({ length: 100 }, () => ({ title: '' })) }),
        expected: refusal('title', ...Array.from({ length: 100 }, (_, index) => index)),
      },
    ],
    { refused: true, pace: 100 },
  ),
  scenario('durable create', creations, { storage: 'stored', pace: 500 }),
  scenario('mixed 80/20 on storage', mixed(), { storage: 'stored', pace: 500 }),
  scenario('read one, stored', readings, { storage: 'stored', pace: 500 }),
  scenario('list 50, stored', [list], { storage: 'stored', pace: 500 }),
  scenario('replace, stored', replacements, { storage: 'stored', pace: 500 }),
  scenario('form, stored', forms, { storage: 'stored', pace: 500 }),
]

/** `http`: the scenarios without storage; `storage`: those on SQLite. */
export type SuiteName = 'http' | 'storage'

export function scenariosOf(suite: SuiteName): readonly Scenario[] {
  const wanted = suite === 'http' ? 'memory' : 'stored'
  return SCENARIOS.filter(({ storage }) => storage === wanted)
}

function scenario(
  name: string,
  turns: readonly Turn[],
  options: Partial<Omit<Scenario, 'name' | 'turns'>> = {},
): Scenario {
  return {
    name,
    turns,
    group: name,
    storage: 'memory',
    floor: false,
    refused: false,
    sharesCore: false,
    pace: 1000,
    ...options,
  }
}

/** Creates a request with a JSON body. */
export function json(method: string, path: string, value: unknown): RequestBytes {
  return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** Creates a POST of a post with a form body. */
export function form(body: string): RequestBytes {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path: '/posts/form', headers, body }
}

/** Creates a request without a body. */
export function plain(method: string, path: string): RequestBytes {
  return { method, path, headers: {} }
}

function malformed(): RequestBytes {
  return { ...json('POST', '/posts', {}), body: '{"title": "A walk along the river", "content": ' }
}

function preflight(): RequestBytes {
  const headers = {
    origin: ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  return { method: 'OPTIONS', path: '/posts', headers }
}

function preflightGrants(): Expectation {
  return granted(status(200, 204), {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  })
}

function batchOf(length: number): { readonly posts: readonly unknown[] } {
  return {
    posts: Array.from({ length }, (_, index) => ({
      title: `Number ${index} of a long list of posts that came in one body`,
      content: 'Every one of them has a few words of its own, so that all of it is read.',
    })),
  }
}

/** Eight reads to two writes. */
function mixed(): readonly Turn[] {
  const [create] = creations
  const [replace] = replacements
  return [...readings, create, ...readings, replace].flatMap((turn) => turn ?? [])
}
