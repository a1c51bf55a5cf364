import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openChromium } from '../../../scripts/chromium.ts'
import { serve } from './adapters/node.ts'
import { contract, implement, routes } from './index.ts'

const browser = await openChromium()
after(() => browser.close())

const shows = [
  { page: '/docs', heading: 'Notes' },
  { page: '/redoc', heading: 'Notes (1)' },
]

for (const { page: path, heading } of shows) {
  test(`§4.1 a browser that reloads ${path} gets a 304 for the page and for the document`, async () => {
    const sent: string[] = []
    const api = implement(
      contract({ title: 'Notes', version: '1', routes: { read: routes().get('/note', {}) } }),
      { read: () => null },
      { onAnswer: ({ status, operation }) => sent.push(`${status} ${operation}`) },
    )
    const server = await serve(api, { port: 0 })
    const page = await browser.newPage()
    page.setDefaultTimeout(10_000)
    const statusesOf = (status: number) => [`${status} ${path}`, `${status} /openapi.json`]
    const documents = () => sent.filter((one) => !one.includes('assets'))
    try {
      await page.goto(server.url + path)
      await page.getByRole('heading', { name: heading }).waitFor()
      assert.deepEqual(documents(), statusesOf(200))
      await page.reload()
      await page.getByRole('heading', { name: heading }).waitFor()
      assert.deepEqual(documents(), [...statusesOf(200), ...statusesOf(304)])
    } finally {
      await page.close()
      await server.close()
    }
  })
}
