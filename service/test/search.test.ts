import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../src/app.ts'
import { createLog } from '../src/operations/log.ts'
import { parseSettings } from '../src/settings.ts'
import { openStorage } from '../src/storage/open.ts'
import type { Storage } from '../src/storage/storage.ts'

const now = () => new Date('2026-01-02T03:04:05.678Z')

/** Follows the pages of a list to the end; returns the titles of each. */
async function walk({ fetch }: ReturnType<typeof createApp>, path: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer: Response = await fetch(new Request(`http://localhost${next}`))
    assert.equal(answer.status, 200)
    const { posts } = JSON.parse(await answer.text())
    pages.push(posts)
    next = /<(.*)>/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return pages
}

async function withTitles(
  titles: readonly string[],
  run: (app: ReturnType<typeof createApp>) => Promise<void>,
): Promise<void> {
  const storage: Storage = await openStorage('sqlite::memory:', { now })
  const rest = { content: '', tags: [], priority: null, author_id: null }
  await Promise.all(titles.map((title) => storage.posts.create({ ...rest, title })))
  const log = createLog({ level: 'silent', readable: false, write: () => undefined })
  const settings = parseSettings({ RATE_LIMIT: 'off' })
  await run(createApp({ settings, storage, now, log, isStopping: () => false }))
  await storage.close()
}

const others = (count: number) => Array.from({ length: count }, (_, index) => `Other ${index}`)

test('a search looks at 5000 posts at a time, and its next page continues after the last one looked at', () =>
  withTitles(['Sought 1', ...others(5000), 'Sought 2', ...others(5000)], async (app) => {
    assert.deepEqual(await walk(app, '/posts/?q=sought'), [[], ['Sought 2'], ['Sought 1']])
    assert.deepEqual(await walk(app, '/posts/?q=sought&sort=oldest'), [['Sought 1'], ['Sought 2'], []])
  }))

test('a search that finds more than a page holds continues after the last post shown', () =>
  withTitles(
    Array.from({ length: 2500 }, (_, index) => (index % 500 === 0 ? `Sought ${index}` : `Other ${index}`)),
    async (app) => {
      assert.deepEqual(await walk(app, '/posts/?q=sought&limit=2'), [
        ['Sought 2000', 'Sought 1500'],
        ['Sought 1000', 'Sought 500'],
        ['Sought 0'],
      ])
      assert.deepEqual(await walk(app, '/posts/?q=sought&limit=5'), [
        ['Sought 2000', 'Sought 1500', 'Sought 1000', 'Sought 500', 'Sought 0'],
      ])
    },
  ))

test('a search among titles that are too long for one page continues after them', () => {
  const long = (word: string) => `${word} ${'x'.repeat(600_000)}`
  const titles = [long('Sought'), long('Other'), long('Other'), long('Sought'), long('Other')]
  return withTitles(titles, async (app) => {
    const found = (await walk(app, '/posts/?q=sought')).flat()
    assert.deepEqual(found, [long('Sought'), long('Sought')])
  })
})

// Normalizing takes time that grows with the square of the marks on one letter: minutes, for these.
test('a search handles titles with as many combining marks as a title may have', () => {
  const marked = (marks: string) => `Sought a${marks.repeat(200_000)}`
  const titles = [marked('\u0301\u0323'), marked('\u0323\uff9e'), `Sought b${'\u0301'.repeat(40)}`]
  return withTitles(titles, async (app) => {
    assert.deepEqual((await walk(app, '/posts/?q=sought&sort=oldest')).flat(), titles)
    const [, , short = ''] = titles
    assert.deepEqual((await walk(app, `/posts/?q=${encodeURIComponent(short)}`)).flat(), [short])
    assert.deepEqual((await walk(app, '/posts/?q=b%cc%81&sort=oldest')).flat(), [short])
  })
})
