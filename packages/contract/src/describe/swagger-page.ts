import { htmlPage, type Page, type PageOptions } from './html-page.ts'

/** Swagger UI: tries requests and signs in with OAuth2's password form. Forgets the sign-in with the page. */
export function swaggerPage(options: PageOptions): Page {
  return htmlPage(options, {
    rootId: 'swagger-ui',
    styles: ['docs.css', 'swagger-ui.css'],
    scripts: ['swagger-ui-bundle.js', 'swagger-ui-init.js'],
    policy: {},
  })
}
