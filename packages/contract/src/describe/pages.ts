import type { OwnBytes } from '../incoming.ts'
import { type AssetName, assetPath, loadAsset } from './assets.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { Page } from './html-page.ts'
import { oauth2RedirectPage } from './oauth2-redirect-page.ts'
import { redocPage } from './redoc-page.ts'
import { swaggerPage } from './swagger-page.ts'

/** Which pages exist, and where. */
export interface PagesOptions {
  readonly title: string
  /** Default `/openapi.json`. */
  readonly openapiUrl?: string
  /** Where Swagger UI is served; null for nowhere. Default `/docs`. */
  readonly docsUrl?: string | null
  /** Where ReDoc is served; null for nowhere. Default `/redoc`. */
  readonly redocUrl?: string | null
  /**
   * The prefix under which a host mounts everything, such as `/v1`. Browsers see it, `answer` does not. Default none.
   */
  readonly rootPath?: string
  /**
   * The `client_id` of Swagger UI for the `authorizationUrl` or `openIdConnectUrl` of operations. The browser returns
   * from there to the page's own path and `/oauth2-redirect`. Default: readers type it.
   */
  readonly clientId?: string
}

/** A response as the exchange sends it; header names and values alternate. */
export interface PageAnswer {
  readonly status: 200 | 304
  readonly headers: readonly string[]
  /** Null for 304. */
  readonly body: string | OwnBytes | null
}

/** Returns a request's header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined

/** The pages, and the function that answers for them. */
export interface DescribedPages {
  /**
   * The paths of the pages that are served, without the mount's prefix and without a trailing slash; empty for the
   * root.
   */
  readonly paths: readonly string[]
  /** Answers a GET of a page (with or without a trailing slash) or of one of its files. Undefined for other paths. */
  answer(path: string, header: HeaderReader): PageAnswer | Promise<PageAnswer> | undefined
}

/** Which caches may keep the files of pages: those of browsers alone are `private` (RFC 9111 §5.2.2.7). */
export type FileCaches = 'public' | 'private'

/** Returns the documentation pages and the files they load, all from one origin (spec §4.1 `/docs`, `/redoc`). */
export function describePages(
  options: PagesOptions,
  elsewhere: Elsewhere = NOWHERE,
  caches: FileCaches = 'public',
): DescribedPages {
  const pages = createPages(options, elsewhere)
  const assets = locateAssets(pages)
  return {
    paths: [...pages.keys()],
    answer(path, header) {
      const page = pages.get(path.replace(/\/$/, ''))
      if (page !== undefined) return { status: 200, headers: page.headers, body: page.html }
      const name = assets.get(path)
      return name === undefined ? undefined : answerAsset(name, header, caches)
    },
  }
}

const NOWHERE: Elsewhere = { givesCodes: false, origins: [] }

/** Returns where the document and its pages are served, with defaults filled in. */
export function documentUrls({
  openapiUrl = '/openapi.json',
  docsUrl = '/docs',
  redocUrl = '/redoc',
}: Omit<PagesOptions, 'title'>): Required<Pick<PagesOptions, 'openapiUrl' | 'docsUrl' | 'redocUrl'>> {
  return { openapiUrl, docsUrl, redocUrl }
}

function createPages(options: PagesOptions, { givesCodes, origins }: Elsewhere): ReadonlyMap<string, Page> {
  const { title, rootPath = '', clientId } = options
  const { openapiUrl, docsUrl, redocUrl } = documentUrls(options)
  const pages = new Map<string, Page>()
  const redirectPath =
    docsUrl === null || !givesCodes ? null : `${docsUrl.replace(/\/$/, '')}/oauth2-redirect`
  const signIn = {
    origins,
    ...(redirectPath !== null && { redirectUrl: rootPath + redirectPath }),
    ...(clientId !== undefined && { clientId }),
  }
  const add = (url: string | null, tool: string, create: typeof swaggerPage) => {
    if (url === null) return
    const path = url.replace(/\/$/, '')
    const locations = {
      pageUrl: rootPath + (path || '/'),
      openapiUrl: rootPath + openapiUrl,
      assetBase: `${rootPath}${path}/assets`,
    }
    pages.set(path, create({ title: `${title} - ${tool}`, ...locations, signIn }))
  }
  add(docsUrl, 'Swagger UI', swaggerPage)
  add(redirectPath, 'Signed in', oauth2RedirectPage)
  add(redocUrl, 'ReDoc', redocPage)
  return pages
}

/** Returns the file behind each path. A path with an outdated hash is not included. */
function locateAssets(pages: ReadonlyMap<string, Page>): ReadonlyMap<string, AssetName> {
  const located = new Map<string, AssetName>()
  for (const [path, page] of pages) {
    for (const name of page.assets) located.set(assetPath(`${path}/assets`, name), name)
  }
  return located
}

async function answerAsset(name: AssetName, header: HeaderReader, caches: FileCaches): Promise<PageAnswer> {
  const asset = await loadAsset(name)
  const zipped = acceptsGzip(header('accept-encoding') ?? '')
  // RFC 9110 §8.8.3: two encodings of a file are two representations and need two strong validators.
  const etag = zipped ? asset.etag.replace(/"$/, '-gzip"') : asset.etag
  const cached = [
    'cache-control',
    `${caches}, max-age=31536000, immutable`,
    'etag',
    etag,
    'vary',
    'Accept-Encoding',
  ]
  if (matches(header('if-none-match') ?? '', etag)) return { status: 304, headers: cached, body: null }
  const headers = [...cached, 'content-type', asset.mediaType, 'x-content-type-options', 'nosniff']
  if (!zipped) return { status: 200, headers, body: await asset.plain() }
  return { status: 200, headers: [...headers, 'content-encoding', 'gzip'], body: asset.gzip }
}

function acceptsGzip(acceptEncoding: string): boolean {
  const codings = acceptEncoding.toLowerCase().split(',')
  return codings.some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(coding))
}

function matches(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
