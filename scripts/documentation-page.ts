import type { Page } from 'playwright-core'

/**
 * Restricts a page to URLs below `base`. Collects its complaints: what the console, the policy or a thrown error says,
 * and requests to other URLs.
 */
export async function watchPage(page: Page, base: string): Promise<readonly string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  await page.route('**', (route) => {
    const url = route.request().url()
    if (url.startsWith(`${base}/`)) return route.continue()
    complaints.push(`asked for ${url}`)
    return route.abort()
  })
  return complaints
}

/** Signs in to Swagger UI with the password form. */
export async function signIn(
  page: Page,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.locator('#oauth_username').fill(username)
  await page.locator('#oauth_password').fill(password)
  await page.locator('.modal-ux button.authorize').first().click()
  await page.getByText('Logout').waitFor()
  await page.locator('.modal-ux button.btn-done').first().click()
}

/** Executes the operation that is open in Swagger UI; returns the body that it shows. */
export async function tryOperation(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  return page.locator('.live-responses-table .response-col_description .highlight-code').first().innerText()
}

/** Saves a screenshot of a page, for people to look at, in the folder that `SCREENSHOTS` names, if it is set. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined)
    await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')}.png`, fullPage })
}
