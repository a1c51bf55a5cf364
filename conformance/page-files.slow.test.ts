import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RUNTIMES, serveVariants } from './http-runtime.ts'

for (const runtime of RUNTIMES) {
  describe(`the pages (${runtime})`, () => {
    let served: Awaited<ReturnType<typeof serveVariants>>
    let origin = ''
    before(async () => {
      served = await serveVariants(['probe'], runtime)
      origin = `http://127.0.0.1:${served.ports.get('probe')}`
    })
    after(() => served.close())

    test('every file is compressed once, for clients that accept it', async () => {
      const targets = await filesOf(origin)
      assert.ok(targets.length > 5)
      for (const target of targets) {
        const plain = await textOf(origin + target, 'identity')
        const compressed = await textOf(origin + target, 'gzip')
        assert.deepEqual([plain.coding, compressed.coding], [null, 'gzip'], target)
        assert.equal(compressed.text === plain.text, true, target)
      }
    })

    test('a client that has the document, a page or a file gets a 304', async () => {
      const [file = ''] = await filesOf(origin)
      for (const target of ['/openapi.json', '/docs', '/redoc', file]) {
        const whole = await fetch(origin + target)
        await whole.arrayBuffer()
        const etag = whole.headers.get('etag') ?? ''
        assert.match(etag, /^"\w+(-gzip)?"$/, target)
        const again = await fetch(origin + target, { headers: { 'if-none-match': etag } })
        assert.deepEqual([again.status, await again.text()], [304, ''], target)
        for (const name of ['etag', 'cache-control', 'vary'])
          assert.equal(again.headers.get(name), whole.headers.get(name), `${target} ${name}`)
        assert.equal(again.headers.get('content-type'), null, target)
      }
    })
  })
}

test('a file stays compressed once behind withCors (workerd)', async () => {
  const served = await serveVariants(['probe'], 'workerd')
  try {
    const origin = `http://127.0.0.1:${served.ports.get('probe')}`
    const [target = ''] = await filesOf(origin)
    const plain = await textOf(origin + target, 'identity')
    const compressed = await textOf(origin + target, 'gzip', { 'x-with-cors': 'yes' })
    assert.equal(compressed.coding, 'gzip')
    assert.equal(compressed.text === plain.text, true)
  } finally {
    await served.close()
  }
})

/** Returns the URLs of the files of the pages. */
async function filesOf(origin: string): Promise<readonly string[]> {
  const pages = await Promise.all(['/docs', '/redoc'].map((page) => textOf(origin + page, 'identity')))
  return pages.flatMap(({ text }) =>
    Array.from(text.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, target = '']) => target),
  )
}

/** Returns a response's text, decoded by `fetch`, and its content coding. */
async function textOf(
  url: string,
  accepted: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly coding: string | null; readonly text: string }> {
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': accepted } })
  assert.equal(answer.status, 200, url)
  return { coding: answer.headers.get('content-encoding'), text: await answer.text() }
}
