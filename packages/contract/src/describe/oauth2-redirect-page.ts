import { htmlPage, type Page, type PageOptions } from './html-page.ts'

/** Where a browser that signed in elsewhere comes back (RFC 6749 §4.1.2): hands the code to Swagger UI, which opened it, and closes. */
export function oauth2RedirectPage(options: PageOptions): Page {
  const scripts = ['oauth2-redirect.js'] as const
  return htmlPage(options, { rootId: 'oauth2-redirect', data: {}, styles: [], scripts, policy: {} })
}
