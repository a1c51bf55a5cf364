import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

const mounted = (host: string) => [
  '200 https://app.example {"name":"Ann"}',
  /^422 https:\/\/app\.example \{"detail":\[\{"type":"string_too_short"/,
  `${host} answers`,
]

/** What each example prints, line by line. */
const examples: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'declare-a-model': [
    'Ann 1 0',
    'guest: Value error, A guest needs a name',
    'email: value is not a valid email address: An email address must have an @-sign.',
    'seats: Input should be less than or equal to 8',
    "required: [ 'guest', 'email' ]",
  ],
  'answer-errors': [
    '200 {"id":1,"shelf":"C"}',
    '409 {"lent_to":"Ann"}',
    '404 {"detail":"There is no such book"}',
    /^422 \{"detail":\[\{"type":"int_parsing".*"type":"string_too_short"/,
  ],
  'serve-a-contract': ['201 {"id":1,"text":"Buy milk"}', '{"notes":[{"id":1,"text":"Buy milk"}]}'],
  'mount-express': mounted('Express'),
  'mount-fastify': mounted('Fastify'),
  'mount-hono': mounted('Hono'),
  client: ['1 2', 'body.text String should have at least 1 character', 'milk, tea & cake'],
  'upload-file': ['201 five!', '422 413'],
  'download-file': [
    '200 null import { openAsBlob } from',
    /^206 bytes 9-18\/\d+ openAsBlob$/,
    /^206 bytes \d+-\d+\/\d+ h': etag }\)$/,
    /^206 bytes 0-(\d+)\/\d+ import \{ openAsBlob \} from$/,
    /^416 bytes \*\/\d+ $/,
    '304 null',
  ],
  'guard-origins': [
    'cross-origin: https://app.example.com, http://localhost:5173, credentials allowed',
    'https://app.example.com https://app.example.com',
    'https://evil.example null',
    'The cross-origin policy cannot be used:',
    /cannot be combined.*Instead: allowCredentials: false, or name the origins/,
  ],
}

describe('every example runs and prints what it shows', () => {
  it('has its lines here', () => {
    const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
    assert.deepEqual(files.map((file) => file.replace('.ts', '')).sort(), Object.keys(examples).sort())
  })

  for (const [name, expected] of Object.entries(examples)) {
    it(name, async () => {
      const { stdout } = await run(process.execPath, [join(import.meta.dirname, `${name}.ts`)])
      const lines = stdout.trimEnd().split('\n')
      assert.equal(lines.length, expected.length, stdout)
      for (const [index, line] of expected.entries()) {
        if (typeof line === 'string') assert.equal(lines[index], line)
        else assert.match(lines[index] ?? '', line)
      }
    })
  }
})
