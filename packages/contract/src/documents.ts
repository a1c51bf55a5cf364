import { type JsonSchema, shownGiven, string } from '@postern/model'
import { createConditions } from './bind/conditions.ts'
import type { Contract, Operations } from './contract.ts'
import { elsewhereOf } from './describe/elsewhere.ts'
import type { SchemaOptions } from './describe/openapi.ts'
import { describePages, documentUrls, type PagesOptions } from './describe/pages.ts'
import { type Representation, textRepresentation } from './describe/representation.ts'
import type { Incoming } from './incoming.ts'
import { mistakenOptions, type OptionType } from './option-mistakes.ts'
import { fail } from './reply/fail.ts'
import { rawReply } from './reply/raw-reply.ts'
import type { Reply } from './reply/reply.ts'
import { mistypedSecurity } from './review/security.ts'
import type { Declaration } from './route/operation.ts'
import { routes } from './route/routes.ts'
import type { Security } from './route/security.ts'
import { REASONS } from './status.ts'

/** Where an api serves its document and the pages that show it, and how the document describes models. */
export interface DocumentsOptions extends Omit<PagesOptions, 'title'>, SchemaOptions {
  /** Who may read them, the document included. Default: everybody. */
  readonly security?: Security
}

/** The operations that serve the documents, and their handlers. */
export interface DocumentOperations {
  readonly operations: Operations
  readonly handlers: Readonly<Record<string, ShowDocument>>
}

type ShowDocument = (input: ShownTo) => Reply | Promise<Reply>

interface ShownTo {
  readonly request: Incoming
  readonly params: Readonly<Record<string, string>>
}

/** Returns what is wrong with where the document and its pages are served, each mistake with what to write instead. */
export function reviewDocuments(options: DocumentsOptions): string[] {
  // Untyped code may give anything.
  if (Object(options) !== options)
    return [`documents is ${shownGiven(options)}; write { docsUrl: '/docs' } or the like, or false for none`]
  const urls = Object.entries(documentUrls(options))
  const misplaced = urls.flatMap(([name, url]) => reviewPlace(name, url))
  const mistyped = mistypedSecurity(options.security).map((mistake) => `documents: ${mistake}`)
  const unknown = [...mistakenOptions('documents', options, OPTIONS), ...mistyped]
  if (misplaced.length > 0) return [...unknown, ...misplaced]
  const places = urls.map(([name, url]) => [`documents.${name}`, url?.replace(/\/$/, '')] as const)
  const repeated = places.flatMap(([name, url], index) => {
    const earlier = url === undefined ? undefined : places.slice(0, index).find(([, other]) => other === url)
    return earlier === undefined
      ? []
      : [`${earlier[0]} and ${name} are both '${url || '/'}'; write another path for one of them, or null`]
  })
  return [...unknown, ...repeated]
}

function reviewPlace(name: string, url: unknown): string[] {
  const isPage = name !== 'openapiUrl'
  const isPlace =
    typeof url === 'string' ? url.startsWith('/') || (isPage && url === '') : isPage && url === null
  if (isPlace) return []
  const instead = isPage
    ? "a path like '/docs', or null to leave it out"
    : "a path like '/openapi.json', or documents: false for none"
  return [`documents.${name} is ${shownGiven(url)}; write ${instead}`]
}

const OPTIONS = {
  openapiUrl: true,
  docsUrl: true,
  redocUrl: true,
  rootPath: true,
  clientId: 'string',
  security: true,
  nullable: true,
  separateInputOutput: true,
} satisfies Record<keyof DocumentsOptions, OptionType>

/** Reports operations of the contract that have the same name as an operation of the documents. */
export function reviewOperationNames(contract: Contract, { operations }: DocumentOperations): string[] {
  return Object.keys(operations)
    .filter((name) => Object.hasOwn(contract.routes, name))
    .map((name) => `the operation '${name}' has the name of a page of the documents; rename it`)
}

/** Declares the operations behind `/openapi.json`, `/docs` and `/redoc` (spec §4.1). They are not in the document. */
export function documentOperations(
  contract: Contract,
  document: JsonSchema,
  options: DocumentsOptions,
): DocumentOperations {
  const { security, ...where } = options
  // Guarded documents are for one reader only: `public` would let a shared cache serve their files to anyone (RFC 9111
  // §3.5). Others are revalidated, so that they are current after each deployment.
  const [caching, caches] =
    security === undefined ? (['no-cache', 'public'] as const) : (['no-store', 'private'] as const)
  const pages = describePages({ title: contract.title, ...where }, elsewhereOf(contract), caches)
  const { get } = routes()
  const declaration: Declaration = {
    hidden: true,
    responses: { 304: 'It has not changed' },
    errors: REFUSALS,
    ...(security !== undefined && { security }),
  }
  const headers = { 'content-type': 'application/json', 'cache-control': caching }
  const findDocument = textRepresentation(JSON.stringify(document), { headers, caches })
  const { openapiUrl } = documentUrls(options)
  // Each is named by its path; observers receive that name.
  const operations: Record<string, Operations[string]> = {}
  const handlers: Record<string, ShowDocument> = {}
  const add = (path: string, show: ShowDocument, params?: Declaration['params']) => {
    operations[path] = get(path, { ...declaration, ...(params && { params }) })
    handlers[path] = show
  }
  const show = (path: string, request: Incoming) => {
    const found = pages.find(path, (name) => request.header(name))
    return found === undefined ? fail(404) : showCurrent(found, request)
  }
  add(openapiUrl, ({ request }) => showCurrent(findDocument(), request))
  for (const path of pages.paths) {
    const assets = `${path}/assets`
    add(path === '' ? '/' : path, ({ request }) => show(path, request))
    add(
      `${assets}/{hash}/{name}`,
      ({ request, params }) => show(`${assets}/${params['hash']}/${params['name']}`, request),
      { hash: string(), name: string() },
    )
  }
  return { operations, handlers }
}

/**
 * What an api's `authenticate` may refuse a reader with, and the 404 for a file that no page has. Not 500, which is
 * then one that `onError` receives.
 */
const REFUSALS = Object.fromEntries(Object.entries(REASONS).filter(([status]) => status !== '500'))

/** Sends what was found, or a 304 to a client that has it. */
async function showCurrent(found: Promise<Representation>, request: Incoming): Promise<Reply> {
  const { headers, etag, body } = await found
  if (etag === undefined) return rawReply(await body(), { headers })
  const kept = Object.entries(headers).filter(([name]) => KEPT_BY_304.has(name))
  const known = createConditions(request, 'etag').check(etag, { headers: Object.fromEntries(kept) })
  return known ?? rawReply(await body(), { headers: { ...headers, etag } })
}

/** The headers of a document that its 304 has too, beside the ETag (RFC 9110 §15.4.5). */
const KEPT_BY_304 = new Set(['cache-control', 'vary'])
