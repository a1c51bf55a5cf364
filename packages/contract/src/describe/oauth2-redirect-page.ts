import { htmlPage, type Page, type PageOptions } from './html-page.ts'

/**
 * The page to which a browser returns after signing in elsewhere (RFC 6749 §4.1.2). It passes the code to Swagger UI,
 * which opened it, and closes.
 */
export function oauth2RedirectPage(options: PageOptions): Page {
  const scripts = ['oauth2-redirect.js'] as const
  return htmlPage(options, { rootId: 'oauth2-redirect', data: {}, styles: [], scripts, policy: {} })
}
