import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type FencedBlock, fencedBlocks } from '../../scripts/fenced-blocks.ts'
import { root } from '../../scripts/root.ts'
import { isAsShown } from '../../scripts/shown-output.ts'

const page = readFileSync(join(root, 'docs/cross-origin.md'), 'utf8')
const blocks = fencedBlocks(page)
const run = promisify(execFile)

test('the page explains every problem that a policy can have', () => {
  const source = readFileSync(join(root, 'packages/contract/src/cors/problem.ts'), 'utf8')
  const union = source.slice(source.indexOf('ProblemCode ='), source.indexOf('/** One configuration'))
  const codes = [...union.matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code)
  assert.ok(codes.length > 30)
  assert.deepEqual(
    codes.filter((code) => !page.includes(`\`${code}\``)),
    [],
  )
})

test('the page names every option and variable', () => {
  const options = readFileSync(join(root, 'packages/contract/src/cors/options.ts'), 'utf8')
  const environment = readFileSync(join(root, 'packages/contract/src/cors/environment.ts'), 'utf8')
  const names = [...options.matchAll(/^ {2}'(\w+)',$/gm), ...environment.matchAll(/: '([A-Z_]{6,})',$/gm)]
  assert.ok(names.length >= 16)
  const missing = names.map(([, name = '']) => name.replace(/^ALLOWED_ORIGINS(?=_)/, ''))
  assert.deepEqual(
    missing.filter((name) => !page.includes(name)),
    [],
  )
})

test('the pictures of the page are there', () => {
  const pictures = [...page.matchAll(/!\[[^\]]+\]\((images\/[^)]+)\)/g)]
  assert.equal(pictures.length, 2)
  for (const [, path = ''] of pictures) assert.match(readFileSync(join(root, 'docs', path), 'utf8'), /<svg/)
})

for (const [index, block] of blocks.entries()) {
  if (block.language !== 'ts' && !block.text.includes('npx postern')) continue
  test(`the page's line ${block.line} does what the page shows`, async () => {
    const printed = await (block.language === 'ts' ? runProgram(block) : runCommand(block))
    const shown = blocks[index + 1]
    if (shown?.language === '') assert.ok(isAsShown(printed, shown), printed)
  })
}

async function runProgram({ text }: FencedBlock): Promise<string> {
  const args = ['--input-type=module-typescript', '--eval', text]
  return (await run(process.execPath, args, { cwd: root })).stdout
}

async function runCommand({ text }: FencedBlock): Promise<string> {
  const words = text.trim().split(' ')
  const assignments = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split(/=(.*)/s))
  const args = words.slice(words.indexOf('postern') + 1)
  const env = { ...process.env, ...Object.fromEntries(assignments) }
  return (await run(process.execPath, [join(root, 'service/bin/postern.js'), ...args], { env })).stdout
}
