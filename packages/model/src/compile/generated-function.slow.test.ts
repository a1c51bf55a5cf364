import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const index = new URL('../index.ts', import.meta.url).href

/** Declares and uses several models, and counts how often code is generated. */
const program = `
let attempts = 0
const construct = (target, given) => {
  attempts++
  return Reflect.construct(target, given)
}
globalThis.Function = new Proxy(Function, { construct })
const { createConverter, integer, list, Model, string } = await import(${JSON.stringify(index)})
class Author extends Model({ name: string() }) {}
class Post extends Model({ id: integer(), author: Author }) {}
const { ok } = Post.safeParse({ id: 1, author: { name: 'Ann' } })
const written = createConverter(list(Post)).write([{ id: 1, author: { name: 'Ann' } }])
console.log(ok, written.value, attempts)
`

test('where code generation is forbidden, it is tried once: a page with a policy reports each attempt', async () => {
  const written = '[{"id":1,"author":{"name":"Ann"}}]'
  assert.equal(await printed('--disallow-code-generation-from-strings'), `true ${written} 1\n`)
  assert.match(await printed(), /^true .* (?:[2-9]|\d\d+)\n$/)
})

async function printed(...options: readonly string[]): Promise<string> {
  const args = [...options, '--input-type=module', '--eval', program]
  return (await promisify(execFile)(process.execPath, args)).stdout
}
