import { after } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { openChromium } from '../../../scripts/chromium.ts'
import { openSite } from './site.ts'

/** Opens Chromium and two ports that serve pages, until after the last test of a file. */
export async function openBrowser(): Promise<{
  readonly context: BrowserContext
  readonly ports: readonly [number, number]
}> {
  const browser = await openChromium()
  const [site, other] = [await openSite(), await openSite()]
  after(async () => {
    await browser.close()
    site.close()
    other.close()
  })
  return { context: await browser.newContext(), ports: [site.port, other.port] }
}
