import { type AssetName, assetPath } from './assets.ts'

/** What a page shows, and where its parts are. */
export interface PageOptions {
  readonly title: string
  /**
   * The address of the page, without a trailing slash except for the root: an absolute path, with the mount's prefix.
   */
  readonly pageUrl: string
  /** Where the browser finds the OpenAPI document: an absolute path, with the mount's prefix. */
  readonly openapiUrl: string
  /** How users sign in on the page. */
  readonly signIn: PageSignIn
  /** Where the browser finds the page's files: an absolute path, with the mount's prefix, without a trailing slash. */
  readonly assetBase: string
}

/** What a page must know to sign users in elsewhere, and to try requests there. */
export interface PageSignIn {
  /** Where the browser returns with a code: an absolute path, with the mount's prefix. */
  readonly redirectUrl?: string
  /** The page's client id where codes are issued. */
  readonly clientId?: string
  /** Origins that it may send requests to, beside its own. */
  readonly origins: readonly string[]
}

/** An HTML page and the headers to send it with. */
export interface Page {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  /** The files it loads. */
  readonly assets: readonly AssetName[]
}

/** What one documentation tool needs on its page. */
export interface PageParts {
  /** The element the tool draws in. */
  readonly rootId: string
  /** The `data-` attributes of that element: what its script must know. */
  readonly data: Readonly<Record<string, string | undefined>>
  readonly styles: readonly AssetName[]
  /** Run in this order. */
  readonly scripts: readonly AssetName[]
  /** Content-Security-Policy directives beyond the page's own origin. */
  readonly policy: Readonly<Record<string, string>>
}

/** Returns a documentation page that loads its parts from its own origin only, with nothing inline. */
export function htmlPage(
  { title, assetBase }: Pick<PageOptions, 'title' | 'assetBase'>,
  parts: PageParts,
): Page {
  const href = (name: AssetName) => escapeHtml(assetPath(assetBase, name))
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${parts.styles.map((name) => `<link rel="stylesheet" href="${href(name)}">`).join('\n')}
</head>
<body>
<div id="${parts.rootId}"${dataAttributes(parts.data)}></div>
${parts.scripts.map((name) => `<script src="${href(name)}"></script>`).join('\n')}
</body>
</html>
`
  return { html, headers: pageHeaders(parts.policy), assets: [...parts.styles, ...parts.scripts] }
}

function dataAttributes(data: PageParts['data']): string {
  return Object.entries(data)
    .map(([name, value]) => (value === undefined ? '' : ` data-${name}="${escapeHtml(value)}"`))
    .join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function pageHeaders(directives: Readonly<Record<string, string>>): Page['headers'] {
  const policy = Object.entries({ ...OWN_ORIGIN, ...directives }).map((entry) => entry.join(' '))
  return { 'content-security-policy': policy.join('; '), ...EVERY_PAGE }
}

const EVERY_PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const OWN_ORIGIN = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}
