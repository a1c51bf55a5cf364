import { type AssetName, assetPath, loadAsset } from './assets.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { Page } from './html-page.ts'
import { oauth2RedirectPage } from './oauth2-redirect-page.ts'
import { redocPage } from './redoc-page.ts'
import { type Caches, type Representation, textRepresentation } from './representation.ts'
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
   * The prefix under which a host mounts everything, such as `/v1`. Browsers see it, `find` does not. Default none.
   */
  readonly rootPath?: string
  /**
   * The `client_id` of Swagger UI for the `authorizationUrl` or `openIdConnectUrl` of operations. The browser returns
   * from there to the page's own path and `/oauth2-redirect`. Default: readers type it.
   */
  readonly clientId?: string
}

/** Returns a request's header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined

/** The pages, and the function that finds them. */
export interface DescribedPages {
  /**
   * The paths of the pages that are served, without the mount's prefix and without a trailing slash; empty for the
   * root.
   */
  readonly paths: readonly string[]
  /**
   * Returns a page (with or without a trailing slash) or one of its files as a request gets it. Undefined for other
   * paths.
   */
  find(path: string, header: HeaderReader): Promise<Representation> | undefined
}

/** Returns the documentation pages and the files they load, all from one origin (spec §4.1 `/docs`, `/redoc`). */
export function describePages(
  options: PagesOptions,
  elsewhere: Elsewhere = NOWHERE,
  caches: Caches = 'public',
): DescribedPages {
  const pages = createPages(options, elsewhere)
  const shown = new Map(
    [...pages].map(([path, { html, headers }]) => [path, textRepresentation(html, { headers, caches })]),
  )
  const assets = locateAssets(pages)
  return {
    paths: [...pages.keys()],
    find(path, header) {
      const show = shown.get(path.replace(/\/$/, ''))
      if (show !== undefined) return show()
      const name = assets.get(path)
      return name === undefined ? undefined : findAsset(name, header, caches)
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

async function findAsset(name: AssetName, header: HeaderReader, caches: Caches): Promise<Representation> {
  const { mediaType, etag, gzip, plain } = await loadAsset(name)
  const headers = {
    'cache-control': `${caches}, max-age=31536000, immutable`,
    vary: 'Accept-Encoding',
    'content-type': mediaType,
    'x-content-type-options': 'nosniff',
  }
  if (!acceptsGzip(header('accept-encoding') ?? '')) return { headers, etag, body: plain }
  return {
    headers: { ...headers, 'content-encoding': 'gzip' },
    // RFC 9110 §8.8.3: two encodings of a file are two representations and need two strong validators.
    etag: etag.replace(/"$/, '-gzip"'),
    body: () => gzip,
  }
}

function acceptsGzip(acceptEncoding: string): boolean {
  const codings = acceptEncoding.toLowerCase().split(',')
  return codings.some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(coding))
}
