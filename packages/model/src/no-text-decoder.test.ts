import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const program = `
delete globalThis.TextDecoder
const { Model, any, string } = await import(${JSON.stringify(import.meta.resolve('./index.ts'))})
class Note extends Model({ text: string({ pattern: '^[a-z]+$' }), more: any() }) {}
console.log(JSON.stringify(Note.parse({ text: 'hello', more: { tags: ['x'] } })))
`

test('models work where there is no TextDecoder, as in the DOM that Jest simulates', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  assert.equal(stdout, '{"text":"hello","more":{"tags":["x"]}}\n')
})
