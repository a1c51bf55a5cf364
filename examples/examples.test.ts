import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'

test('declare-a-model: built, parsed, described', async () => {
  assert.deepEqual(await output(start('declare-a-model')), [
    'Ann 1 0',
    'guest: Value error, A guest needs a name',
    'email: value is not a valid email address: An email address must have an @-sign.',
    'seats: Input should be less than or equal to 8',
    "required: [ 'guest', 'email' ]",
  ])
})

test('answer-errors: declared failures, and the one for input that does not fit', async () => {
  const lines = await output(start('answer-errors'))
  assert.deepEqual(lines.slice(0, 3), [
    '200 {"id":1,"shelf":"C"}',
    '409 {"lent_to":"Ann"}',
    '404 {"detail":"There is no such book"}',
  ])
  assert.match(lines[3] ?? '', /^422 .*int_parsing.*string_too_short/)
})

test('serve-a-contract: a note is stored, filtered and listed; the page is there', async () => {
  const example = start('serve-a-contract')
  const [, origin = ''] = /(http:\S+)\/docs/.exec(await firstLine(example)) ?? []
  const headers = { 'content-type': 'application/json' }
  const created = await fetch(`${origin}/notes/`, { method: 'POST', headers, body: '{"text": "Buy milk"}' })
  assert.deepEqual([created.status, await created.json()], [201, { id: 1, text: 'Buy milk' }])
  const list = await fetch(`${origin}/notes`)
  assert.deepEqual(await list.json(), { notes: [{ id: 1, text: 'Buy milk' }] })
  assert.equal((await fetch(`${origin}/docs`)).status, 200)
  await stop(example)
})

test('guard-origins: an allowed origin may read, a foreign one may not; the contradiction is explained', async () => {
  const example = start('guard-origins')
  const [, origin = ''] = /(http:\/\/127\S+)/.exec(await printed(example, /Listening on \S+/)) ?? []
  const grantOf = async (from: string) =>
    (await fetch(origin, { headers: { origin: from } })).headers.get('access-control-allow-origin')
  assert.equal(await grantOf('https://app.example.com'), 'https://app.example.com')
  assert.equal(await grantOf('https://evil.example'), null)
  const text = await stop(example)
  assert.match(text, /credentials allowed[\s\S]*allowCredentials: false/)
})

type Example = ReturnType<typeof start>

function start(name: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    env: { ...process.env, PORT: '0', NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const seen = { text: '' }
  child.stdout.on('data', (chunk) => (seen.text += chunk))
  return { child, seen, ended: once(child, 'close') }
}

async function output({ ended, seen }: Example): Promise<readonly string[]> {
  assert.deepEqual(await ended, [0, null])
  return seen.text.trimEnd().split('\n')
}

async function printed({ child, seen, ended }: Example, pattern: RegExp): Promise<string> {
  for (;;) {
    const match = pattern.exec(seen.text)
    if (match !== null) return match[0]
    const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)])
    if (isOver) assert.fail(`It ended without ${pattern}: ${seen.text}`)
  }
}

function firstLine(example: Example): Promise<string> {
  return printed(example, /.*\n/)
}

async function stop({ child, ended, seen }: Example): Promise<string> {
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  return seen.text
}
