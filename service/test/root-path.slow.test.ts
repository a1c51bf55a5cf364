import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openChromium } from '../../scripts/chromium.ts'
import { signIn, tryOperation, watchPage } from '../../scripts/documentation-page.ts'
import { openStrippingProxy } from './stripping-proxy.ts'
import { startTestService } from './test-service.ts'

const browser = await openChromium()
const service = await startTestService({ ROOT_PATH: '/api' })
const proxy = await openStrippingProxy(service.origin, '/api')
after(async () => {
  await browser.close()
  await proxy.close()
  await service[Symbol.asyncDispose]()
})

test('§4.1 /docs and /redoc work in a browser behind a proxy that strips a prefix', async (t) => {
  const ann = { username: 'ann', password: 'correct horse' }
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ...ann, email: 'ann@example.com', age: 30 })
  const signedUp = await fetch(`${proxy.origin}/api/users/`, { method: 'POST', headers, body })
  assert.equal(signedUp.status, 201)

  await t.test('Swagger UI signs in and reads what only users may', async () => {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    page.setDefaultTimeout(15_000)
    const complaints = await watchPage(page, proxy.origin)
    await page.goto(`${proxy.origin}/api/docs`)
    await signIn(page, ann)
    const operation = page.locator('[id^="operations-"][id$="-readProtected"]')
    await operation.locator('.opblock-summary').click()
    assert.match(await tryOperation(page), /Hello ann/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  await t.test('ReDoc shows the operations', async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(15_000)
    const complaints = await watchPage(page, proxy.origin)
    await page.goto(`${proxy.origin}/api/redoc`)
    await page.getByRole('heading', { name: 'Create a post' }).waitFor()
    assert.deepEqual(complaints, [])
    await page.close()
  })
})
