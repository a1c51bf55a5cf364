import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeExplanation, explain, type PageRequest } from '@postern/contract/cors'
import { openBrowser } from './browser.ts'
import { CREDENTIALS, POLICIES, type PolicyRow, REQUESTS } from './matrix.ts'
import { openPage, openSandbox, type Page, type Seen } from './page.ts'
import { type BrowserService, openService } from './service.ts'

interface Case {
  readonly request: PageRequest
  readonly body: string | undefined
  readonly url: string
}

const {
  context,
  ports: [port, other],
} = await openBrowser()
const app = `http://app.localhost:${port}`
const pages = [
  await openPage(context, app),
  await openPage(context, `http://app.localhost:${other}`),
  await openPage(context, `http://www.localhost:${port}`),
  await openPage(context, `http://api.localhost:${port}`),
  await openSandbox(context, app),
]

let replayed = 0
for (const row of POLICIES) {
  test(`§4.4 what explain says is what Chromium does: ${row[0]}`, () => replayPolicy(row))
}

test('the matrix has the size that it should have', () => {
  assert.equal(replayed, POLICIES.length * 6 * REQUESTS.length * CREDENTIALS.length)
  assert.ok(replayed >= 200)
})

async function replayPolicy([name, options]: PolicyRow): Promise<void> {
  const service = await openService(options(app))
  try {
    const own = await openPage(context, `${service.origin}/page`)
    for (const page of [...pages, own]) {
      const cases = casesOf(page, service)
      const seen = await page.askAll(cases.map(({ url, request, body }) => fetchRequest(url, request, body)))
      for (const [index, one] of cases.entries()) compare(name, service, { one, seen: seen[index] })
      replayed += cases.length
    }
  } finally {
    service.close()
  }
}

// Every case has its own URL, so that no preflight is reused for another case.
function casesOf({ origin }: Page, { origin: target }: BrowserService): readonly Case[] {
  return REQUESTS.flatMap(({ body, ...request }, row) =>
    CREDENTIALS.map((credentials) => ({
      request: { ...request, origin, target, credentials },
      body,
      url: `${target}/posts?${origin.replace('http://', '')}-${row}-${credentials}`,
    })),
  )
}

function fetchRequest(url: string, { method, headers, credentials }: PageRequest, body: string | undefined) {
  return {
    url,
    method,
    ...(headers !== undefined && { headers }),
    ...(credentials !== undefined && { credentials }),
    ...(body !== undefined && { body }),
  }
}

function compare(
  name: string,
  { policy, received, origin }: BrowserService,
  { one, seen = 'refused' }: { readonly one: Case; readonly seen: Seen | undefined },
): void {
  const explanation = explain(policy, one.request)
  const arrived = received.filter(({ url }) => `${origin}${url}` === one.url)
  const observed = {
    preflighted: arrived.some(({ isPreflight }) => isPreflight),
    sent: arrived.some(({ isPreflight }) => !isPreflight),
    readable: seen !== 'refused',
    headers: seen === 'refused' ? [] : seen.headers.filter((header) => header.startsWith('x-')),
  }
  const { preflighted, sent, readable, exposed } = explanation
  const succeeded = seen !== 'refused' && seen.status === 200
  const everything = exposed.includes('*') ? ['x-secret', 'x-total'] : []
  const headers = succeeded ? [...everything, ...exposed.map((header) => header.toLowerCase())] : []
  const expected = {
    preflighted,
    sent,
    readable,
    headers: headers.filter((header) => header.startsWith('x-')).toSorted(),
  }
  const message = [name, JSON.stringify(one.request), ...describeExplanation(explanation)].join('\n')
  assert.deepEqual(observed, expected, message)
}
