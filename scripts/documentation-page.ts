import type { Page } from 'playwright-core'

/**
 * Keeps a page to addresses below `base`. The list grows by whatever it complains of: what the console, the policy or a
 * thrown error says, and what it asks for elsewhere.
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

/** Signs in to Swagger UI by the password form. */
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

/** Tries the operation that is open in Swagger UI; answers the body that it shows. */
export async function tryOperation(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  return page.locator('.live-responses-table .response-col_description .highlight-code').first().innerText()
}

/** Takes a picture of a page, to be looked at, where `SCREENSHOTS` names a folder for it. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined)
    await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')}.png`, fullPage })
}
