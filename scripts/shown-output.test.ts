import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fencedBlocks } from './fenced-blocks.ts'
import { isAsShown, missingOutput } from './shown-output.ts'

const page = `
\`\`\`sh
curl x
\`\`\`
\`\`\`json
{"id": 1, "at": "2026-01-02T03:04:05.123Z", "token": "…"}
\`\`\`
\`\`\`http
HTTP/1.1 201 Created
location: /posts/1

{"id":1}
\`\`\`
`
const answer = (status: string, path: string, body: string) =>
  `HTTP/1.1 ${status}\r\nDate: today\r\nLocation: ${path}\r\n\r\n${body}`

test('blocks are found with their language and line', () => {
  const found = fencedBlocks(page).map(({ language, line }) => [language, line])
  assert.deepEqual(found, [
    ['sh', 2],
    ['json', 5],
    ['http', 8],
  ])
})

const outputs = [
  { block: 1, output: '{"id":1,"at":"2031-10-12T13:14:15+01:00","token":"ab\\"c"}\n', same: true },
  { block: 1, output: '{"id":2,"at":"2031-10-12T13:14:15+01:00","token":"abc"}', same: false },
  { block: 1, output: '{"id":1,"at":"yesterday","token":"abc"}', same: false },
  { block: 2, output: answer('201 Created', '/posts/1', '{"id":1}'), same: true },
  { block: 2, output: answer('200 OK', '/posts/1', '{"id":1}'), same: false },
  { block: 2, output: answer('201 Created', '/posts/2', '{"id":1}'), same: false },
  { block: 2, output: answer('201 Created', '/posts/1', '{"id":2}'), same: false },
]

for (const { block, output, same } of outputs) {
  test(`${JSON.stringify(output)} is ${same ? '' : 'not '}the output shown`, () => {
    const shown = fencedBlocks(page)[block]
    assert.ok(shown)
    assert.equal(isAsShown(output, shown), same)
  })
}

const program =
  "const x = parse(1) // of the user\nconsole.log(x) // { id: 1 }\nawait ask('/') // 200 Hello\nif (x) console.log(2) // 2\n"
const printings = [
  { printed: '{ id: 1 }\n200 Hello\n2\n', missing: undefined },
  { printed: '{ "id": 1 }\n200 Hello\n2\n', missing: '{ id: 1 }' },
  { printed: '200 Hello\n{ id: 1 }\n', missing: '200 Hello' },
  { printed: '{\n  id: 1\n}\n200 Hello', missing: '2' },
]

for (const { printed, missing } of printings) {
  test(`of the outputs that a program shows ${missing ?? 'nothing'} is missing from ${JSON.stringify(printed)}`, () => {
    assert.equal(missingOutput(printed, program), missing)
  })
}
