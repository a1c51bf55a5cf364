import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any } from '@postern/model'
import { type Api, contract, implement, json, routes } from '../index.ts'

const lists = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

// table: a title, a body, and whether it is within the limit of 512 levels of lists and objects.
const bodies: readonly (readonly [string, string, boolean])[] = [
  ['as many nested lists as allowed', lists(512), true],
  ['one nested list too many', lists(513), false],
  ['as many nested objects as allowed', objects(512), true],
  ['one nested object too many', objects(513), false],
  ['lists and objects in turn', `${'[{"a":'.repeat(256)}1${'}]'.repeat(256)}`, true],
  ['lists and objects in turn, and one too many', `${'[{"a":'.repeat(256)}[1]${'}]'.repeat(256)}`, false],
  ['many objects next to each other', `[${Array(5000).fill('{"a":[1]}').join(',')}]`, true],
  ['deep lists after many others', `[${'[1],'.repeat(1000)}${lists(512)}]`, false],
  ['brackets in a string', `["1${'['.repeat(1000)}"]`, true],
  ['brackets after an escaped quote', `["\\"1${'{'.repeat(1000)}"]`, true],
  ['brackets after an escaped backslash', `["\\\\",${lists(512)}]`, false],
  ['closing brackets in a string', `${'["]",'.repeat(513)}1${']'.repeat(513)}`, false],
  ['far too many nested lists', lists(400_000), false],
  ['far too many nested lists that are never closed', `${'['.repeat(800_000)}1`, false],
]

const keep = routes().post('/', { body: json(any()), response: any() })
const api = implement(contract({ title: 'Kept', version: '1', routes: { keep } }), { keep: () => 'kept' })

function post({ fetch }: Api, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(new Request('http://x/', { method: 'POST', headers, body }))
}

for (const [title, body, isRead] of bodies) {
  test(`a JSON body of ${title} is ${isRead ? 'accepted' : 'refused'} by either parser`, async () => {
    // The engine's own parser does not know NaN, so the slower one reads that.
    for (const text of [body, body.replace('1', 'NaN')]) {
      const response = await post(api, text)
      assert.equal(response.status, isRead ? 200 : 400)
    }
  })
}

// table: a name in one body, an escaped name in another body, which V8 read as the first one, and the latter unescaped.
const confusable: readonly (readonly [string, string, string])[] = [
  ['gr\\u0', 'gr\\u00f6\\u00dfe', 'größe'],
  ['\\', '\\n', '\n'],
  ['a\\', 'a\\u2028', 'a\u2028'],
]

const echo = routes().post('/', { body: json(any()), response: any() })
const echoing = implement(contract({ title: 'Echo', version: '1', routes: { echo } }), {
  echo: ({ body }) => body,
})

for (const [taken, escaped, name] of confusable) {
  test(`the name ${escaped} is read as it was sent, whatever the bodies before had`, async () => {
    const ask = async (body: string) => (await post(echoing, body)).text()
    for (const before of ['', '"first":0,', '"first":[],"second":{},']) {
      const taking = `[{${before}${JSON.stringify(taken)}:1}]`
      assert.equal(await ask(taking), taking)
      assert.equal(await ask(`[{${before}"${escaped}":1}]`), `[{${before}${JSON.stringify(name)}:1}]`)
    }
  })
}
