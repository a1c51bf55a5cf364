import { htmlPage, type Page, type PageOptions } from './html-page.ts'

/**
 * Swagger UI: tries requests, and signs in as the document describes, including by OAuth2. It forgets the sign-in when
 * the page is left.
 */
export function swaggerPage(options: PageOptions): Page {
  const { pageUrl, openapiUrl, signIn } = options
  return htmlPage(options, {
    rootId: 'swagger-ui',
    data: {
      'openapi-url': openapiUrl,
      'oauth2-redirect-url': signIn.redirectUrl,
      'client-id': signIn.clientId,
      'page-url': pageUrl,
    },
    styles: ['docs.css', 'swagger-ui.css'],
    scripts: ['swagger-ui-bundle.js', 'swagger-ui-init.js'],
    policy: { 'connect-src': ["'self'", ...signIn.origins].join(' ') },
  })
}
