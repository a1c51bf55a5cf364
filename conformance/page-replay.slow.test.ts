import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { build } from 'esbuild'
import { openChromium } from '../scripts/chromium.ts'
import type { Replay } from './replay.ts'

/** What the page has in place of Node's modules: the replay only reads recorded files, and compares arrays. */
const IN_PAGE: Readonly<Record<string, string>> = {
  'node:fs': 'export const readFileSync = (file) => globalThis.recorded[file]',
  'node:util': `export const isDeepStrictEqual = (a, b) =>
    Array.isArray(a) && Array.isArray(b)
      ? a.length === b.length && a.every((item, index) => isDeepStrictEqual(item, b[index]))
      : Object.is(a, b)`,
}

const program = `
import { replayFields } from './fields.ts'
import { replayResponses } from './response.ts'
globalThis.replay = (file) => (file.startsWith('fields') ? replayFields : replayResponses)(file)
`

const files = globSync('{fields,response}/*.jsonl', { cwd: import.meta.dirname })
const recorded = Object.fromEntries(
  files.map((file) => [file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8')]),
)
const browser = await openChromium()
after(() => browser.close())

test('every recorded field and response passes in a page, except hosts with a star', async () => {
  const page = await browser.newPage()
  await page.addScriptTag({ content: await bundle() })
  const replays = await page.evaluate((given): readonly Replay[] => {
    const scope: object = Object.assign(globalThis, { recorded: given })
    const replay: (file: string) => Replay = Reflect.get(scope, 'replay')
    return Object.keys(given).map(replay)
  }, recorded)
  const passed = replays.reduce((sum, replay) => sum + replay.passed, 0)
  assert.ok(passed > 12_000)
  const misses = replays.flatMap((replay) => replay.misses)
  // Chromium encodes the star, and no host may contain a percent sign.
  assert.deepEqual(
    misses.filter((miss) => !/^\S+ url {} of "http:\/\/[^/]*\*/.test(miss)),
    [],
  )
})

async function bundle(): Promise<string> {
  const built = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    plugins: [
      {
        name: 'in page',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'in page' }))
          onLoad({ filter: /^/, namespace: 'in page' }, ({ path }) => ({ contents: IN_PAGE[path] ?? '' }))
        },
      },
    ],
  })
  return built.outputFiles[0]?.text ?? ''
}
