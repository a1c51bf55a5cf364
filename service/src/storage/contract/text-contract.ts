import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Storage } from '../storage.ts'
import { type DatabaseUnderTest, onOneDatabase } from './harness.ts'
import { newPost } from './samples.ts'

const texts: readonly [name: string, text: string][] = [
  ['nothing', ''],
  ['U+0000', 'before\0after\0'],
  ['the mark of the stored form', '\u2400 \u24000000'],
  ['quotes and backslashes', `'; DROP TABLE posts; -- "x" \\ \\0 $1 ? {a,"b"} %s`],
  ['backslashes alone', 'C:\\temp\\new \\\\ \\'],
  ['quotes alone', 'a "b" ""c"'],
  ['emoji and joined emoji', '\u{1f600}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['composed and decomposed letters', '\u00e9 e\u0301 \u212b'],
  ['a lone surrogate', 'a\ud800b'],
  ['line endings and other controls', '\r\n\t\u0001\u001a\u007f\u0085\u2028'],
  ['a byte order mark and non-characters', '\ufeff\uffff\u{10ffff}'],
  ['right-to-left letters', '\u202e\u05e9\u05dc\u05d5\u05dd'],
]

/** The contract of every store: text is returned exactly as it was stored. */
export function describeTexts(database: DatabaseUnderTest): void {
  describe('text', () => {
    const onStorage = onOneDatabase(database)

    for (const [name, text] of texts) {
      it(
        `with ${name} is read back exactly`,
        onStorage((storage) => comesBack(storage, text)),
      )
    }

    it(
      'of 1 MiB is read back exactly, several at once',
      onStorage(async (storage) => {
        await Promise.all(['a', '\u00e9', '\0'].map((unit) => comesBack(storage, unit.repeat(2 ** 20))))
      }),
    )

    it(
      'of any kind is read back exactly',
      onStorage(async (storage) => {
        const any = fc.string({ unit: 'binary' })
        await fc.assert(
          fc.asyncProperty(any, (text) => comesBack(storage, text)),
          { numRuns: 50 },
        )
      }),
    )
  })
}

async function comesBack(storage: Storage, text: string): Promise<void> {
  const post = newPost({ title: text.slice(0, 200), content: text, tags: [text.slice(0, 50), '', 'x'] })
  const { id } = await storage.posts.create(post)
  assert.partialDeepStrictEqual(await storage.posts.get(id), post)
  const changed = { title: `${text.slice(0, 200)}!`, content: `${text}!` }
  await storage.posts.replace(id, changed)
  assert.partialDeepStrictEqual(await storage.posts.get(id), { ...post, ...changed })
  const { posts } = await storage.posts.list({ limit: 1000 })
  assert.equal(posts.find((one) => one.id === id)?.title, changed.title)
}
