import { type JsonSchema, string } from '@postern/model'
import type { Contract, Operations } from './contract.ts'
import type { SchemaOptions } from './describe/openapi.ts'
import { describePages, type PageAnswer, type PagesOptions } from './describe/pages.ts'
import type { Incoming } from './incoming.ts'
import { rawReply } from './reply/raw-reply.ts'
import { Reply } from './reply/reply.ts'
import type { Declaration } from './route/operation.ts'
import { routes } from './route/routes.ts'
import type { Security } from './route/security.ts'

/** Where an api serves its document and the pages that show it, and how the document tells of models. */
export interface DocumentsOptions extends Omit<PagesOptions, 'title'>, SchemaOptions {
  /** Who may see them, the document itself included. Default: everybody. */
  readonly security?: Security
}

/** The operations that serve the documents, and their handlers. */
export interface DocumentOperations {
  readonly operations: Operations
  readonly handlers: Readonly<
    Record<string, (input: { readonly request: Incoming }) => Reply | Promise<Reply>>
  >
}

/** What is wrong with where pages are served: each mistake with what to write instead. */
export function reviewDocuments({ docsUrl, redocUrl }: DocumentsOptions): string[] {
  const [docs, redoc] = [docsUrl ?? '/docs', redocUrl ?? '/redoc']
  const isOne = docsUrl !== null && redocUrl !== null && docs.replace(/\/$/, '') === redoc.replace(/\/$/, '')
  return isOne
    ? [`documents.docsUrl and documents.redocUrl are both '${redoc}'; give one another, or null`]
    : []
}

/** Declares the operations behind `/openapi.json`, `/docs` and `/redoc` (spec §4.1); they are not in the document. */
export function documentOperations(
  contract: Contract,
  document: JsonSchema,
  options: DocumentsOptions,
): DocumentOperations {
  const { security, ...where } = options
  const pages = describePages({ title: contract.title, ...where })
  const { get } = routes()
  const declaration: Declaration = {
    hidden: true,
    errors: { 404: 'Not Found' },
    ...(security !== undefined && { security }),
  }
  const text = JSON.stringify(document)
  const openapi = get(options.openapiUrl ?? '/openapi.json', declaration)
  const operations: [string, Operations[string]][] = [[OPENAPI, openapi]]
  for (const path of pages.paths) {
    const asset = { ...declaration, params: { hash: string(), name: string() } }
    operations.push(
      [path, get(path === '' ? '/' : path, declaration)],
      [`${path}/assets`, get(`${path}/assets/{hash}/{name}`, asset)],
    )
  }
  const showPage = ({ request }: { readonly request: Incoming }) => {
    const answer = pages.answer(request.path, (name) => request.header(name))
    return answer instanceof Promise ? answer.then(pageReply) : pageReply(answer)
  }
  // What is guarded is for one reader's eyes, what is not is asked for anew after each deployment.
  const caching = security === undefined ? 'no-cache' : 'no-store'
  const headers = { 'content-type': 'application/json', 'cache-control': caching }
  const showDocument = () => rawReply(text, { headers })
  return {
    operations: Object.fromEntries(operations),
    handlers: Object.fromEntries(
      operations.map(([name]) => [name, name === OPENAPI ? showDocument : showPage]),
    ),
  }
}

// No operation of a contract has a name with a space.
const OPENAPI = 'openapi document'

function pageReply(answer: PageAnswer | undefined): Reply {
  if (answer === undefined) return new Reply(404, undefined, { headers: [], form: 'failure' })
  return new Reply(answer.status, answer.body, { headers: answer.headers, form: 'raw' })
}
