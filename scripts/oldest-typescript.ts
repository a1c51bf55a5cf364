import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** Returns the folder of the oldest TypeScript that the READMEs support: the one that comes with attw. */
export async function oldestTypescript(): Promise<string> {
  const attw = createRequire(import.meta.url).resolve('@arethetypeswrong/core/package.json')
  const manifest = createRequire(attw).resolve('typescript/package.json')
  assert.match(JSON.parse(await readFile(manifest, 'utf8')).version, /^5\.6\./)
  return dirname(manifest)
}
