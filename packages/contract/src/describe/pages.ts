import { type Asset, assetPath, loadAsset } from './assets.ts'
import type { Page } from './html-page.ts'
import { redocPage } from './redoc-page.ts'
import { swaggerPage } from './swagger-page.ts'

export interface PagesOptions {
  readonly title: string
  /** Default `/openapi.json`. */
  readonly openapiUrl?: string
  /** Where Swagger UI is served, default `/docs`; null for nowhere. */
  readonly docsUrl?: string | null
  /** Where ReDoc is served, default `/redoc`; null for nowhere. */
  readonly redocUrl?: string | null
  /** The prefix a host mounts everything under, default none. Browsers see it, `answer` does not. */
  readonly basePath?: string
}

export interface PageAnswer {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  /** Empty for 304. */
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** Reads a request's header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined

export interface DescribedPages {
  /** The paths of the pages that are served, without the mount's prefix and without a final slash. */
  readonly paths: readonly string[]
  /** Answers a GET of a page (with or without a final slash) or of one of its files; nothing for other paths. */
  answer(path: string, header: HeaderReader): Promise<PageAnswer | undefined>
}

/** The documentation pages and the files they load, all from one origin (spec §4.1 `/docs`, `/redoc`). */
export function describePages(options: PagesOptions): DescribedPages {
  const pages = createPages(options)
  return {
    paths: [...pages.keys()],
    async answer(path, header) {
      const page = pages.get(path.replace(/\/$/, ''))
      if (page !== undefined) return { status: 200, headers: page.headers, body: page.html }
      const [, owner = '', name = ''] = /^(.*)\/assets\/[0-9a-f]+\/([^/]+)$/.exec(path) ?? []
      if (!pages.has(owner)) return undefined
      const asset = await loadAsset(name)
      const current = asset !== undefined && assetPath(`${owner}/assets`, asset.name) === path
      return current ? answerAsset(asset, header) : undefined
    },
  }
}

function createPages(options: PagesOptions): ReadonlyMap<string, Page> {
  const {
    title,
    openapiUrl = '/openapi.json',
    docsUrl = '/docs',
    redocUrl = '/redoc',
    basePath = '',
  } = options
  const pages = new Map<string, Page>()
  const add = (url: string | null, tool: string, create: typeof swaggerPage) => {
    if (url === null) return
    const path = url.replace(/\/$/, '')
    const locations = { openapiUrl: basePath + openapiUrl, assetBase: `${basePath}${path}/assets` }
    pages.set(path, create({ title: `${title} - ${tool}`, ...locations }))
  }
  add(docsUrl, 'Swagger UI', swaggerPage)
  add(redocUrl, 'ReDoc', redocPage)
  return pages
}

async function answerAsset(asset: Asset, header: HeaderReader): Promise<PageAnswer> {
  const zipped = acceptsGzip(header('accept-encoding') ?? '')
  // RFC 9110 §8.8.3: two encodings of one file are two representations and need two strong validators.
  const etag = zipped ? asset.etag.replace(/"$/, '-gzip"') : asset.etag
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  }
  if (matches(header('if-none-match') ?? '', etag)) return { status: 304, headers, body: '' }
  const typed = { ...headers, 'content-type': asset.mediaType }
  if (!zipped) return { status: 200, headers: typed, body: await asset.plain() }
  return { status: 200, headers: { ...typed, 'content-encoding': 'gzip' }, body: asset.gzip }
}

function acceptsGzip(acceptEncoding: string): boolean {
  const codings = acceptEncoding.toLowerCase().split(',')
  return codings.some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(coding))
}

function matches(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
