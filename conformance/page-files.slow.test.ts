import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RUNTIMES, serveVariants } from './http-runtime.ts'

for (const runtime of RUNTIMES) {
  test(`every file of the pages is compressed once, for those who take it so (${runtime})`, async () => {
    const served = await serveVariants(['probe'], runtime)
    try {
      const origin = `http://127.0.0.1:${served.ports.get('probe')}`
      const pages = await Promise.all(['/docs', '/redoc'].map((page) => textOf(origin + page, 'identity')))
      const targets = pages.flatMap(({ text }) => [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)])
      assert.ok(targets.length > 5)
      for (const [, target] of targets) {
        const plain = await textOf(origin + target, 'identity')
        const compressed = await textOf(origin + target, 'gzip')
        assert.deepEqual([plain.coding, compressed.coding], [null, 'gzip'], target)
        assert.equal(compressed.text === plain.text, true, target)
      }
    } finally {
      await served.close()
    }
  })
}

/** An answer's text, whose coding `fetch` undoes, and the coding. */
async function textOf(
  url: string,
  accepted: string,
): Promise<{ readonly coding: string | null; readonly text: string }> {
  const answer = await fetch(url, { headers: { 'accept-encoding': accepted } })
  assert.equal(answer.status, 200, url)
  return { coding: answer.headers.get('content-encoding'), text: await answer.text() }
}
