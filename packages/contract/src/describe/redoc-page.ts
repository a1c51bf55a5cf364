import { htmlPage, type Page, type PageOptions } from './html-page.ts'

/** ReDoc: a page for reading. It writes its own style elements, and searches in a worker made from a blob. */
export function redocPage(options: PageOptions): Page {
  return htmlPage(options, {
    rootId: 'redoc',
    data: { 'openapi-url': options.openapiUrl },
    styles: ['docs.css'],
    scripts: ['redoc.standalone.js', 'redoc-init.js'],
    policy: { 'style-src': "'self' 'unsafe-inline'", 'worker-src': 'blob:' },
  })
}
