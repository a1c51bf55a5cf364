import assert from 'node:assert/strict'
import { test } from 'node:test'
import { string } from '@postern/model'
import { createClient } from '../client.ts'
import { contract, file, implement, multipart, routes } from '../index.ts'

const send = routes().post('/papers', { body: multipart({ paper: file() }), response: string() })
const papers = contract({ title: 'Papers', version: '1', routes: { send } })
const api = implement(papers, { send: ({ body }) => body.paper.name })
const client = createClient(papers, { baseUrl: 'http://papers.example', fetch: api.fetch })

// table: names of files that arrive unchanged, or are not sent.
const names: readonly (readonly ['arrives' | 'is refused', string])[] = [
  ['arrives', ''],
  ['arrives', 'é😀.txt'],
  ['arrives', 'a;b="c"'],
  ['arrives', 'a\tb\r\nc'],
  ['arrives', 'C:\\papers\\a.txt'],
  ['arrives', '\\\\server\\papers\\a.txt'],
  ['arrives', 'a\\"b\\\\"'],
  ['arrives', '\\'],
  ['arrives', '\\\\\\'],
  ['arrives', '100%.txt'],
  ['arrives', '%41%2'],
  ['is refused', 'a%22b'],
  ['arrives', 'a\x80b'],
  ['is refused', '%0d'],
  ['is refused', '%0D'],
  ['is refused', '%0a'],
  ['is refused', '%0A'],
  ['is refused', 'a\0b'],
  ['is refused', 'a\x7f'],
]

for (const [expected, name] of names) {
  test(`the name of a file ${expected}: ${JSON.stringify(name)}`, async () => {
    const given = new File(['x'], name)
    const sent = client.send({ body: { paper: given } })
    if (expected === 'arrives') assert.deepEqual((await sent).body, name)
    else await assert.rejects(sent, { name: 'TypeError', message: /^".*" cannot be sent as the name of a/ })
  })
}

// table: names of files as other servers receive them, some of which read no escapes: as few backslashes as possible.
const written: readonly (readonly [string, string])[] = [
  ['C:\\papers\\a.txt', 'C:\\papers\\a.txt'],
  ['a\\', 'a\\\\'],
  ['\\\\server\\a', '\\\\\\\\server\\\\a'],
]

for (const [name, expected] of written) {
  test(`the name of a file is written with its backslashes doubled only where it must be: ${name}`, async () => {
    const bodies: string[] = []
    const fetch = async (request: Request) => {
      bodies.push(await request.text())
      return Response.json('')
    }
    const paper = new File(['x'], name)
    await createClient(papers, { baseUrl: 'http://papers.example', fetch }).send({ body: { paper } })
    const head = `; filename="${expected}"\r\ncontent-type: application/octet-stream\r\n`
    assert.ok(bodies[0]?.includes(head), bodies[0])
  })
}
