import { type AssetName, assetPath } from './assets.ts'

export interface PageOptions {
  readonly title: string
  /** Where the browser finds the OpenAPI document: an absolute path, with the mount's prefix. */
  readonly openapiUrl: string
  /** Where the browser finds the page's files: an absolute path, with the mount's prefix, without a final slash. */
  readonly assetBase: string
}

/** An HTML page and the headers it must be sent with. */
export interface Page {
  readonly html: string
  /** Names and values alternate. */
  readonly headers: readonly string[]
  /** The files it loads. */
  readonly assets: readonly AssetName[]
}

/** What one documentation tool needs on its page. */
export interface PageParts {
  /** The element the tool draws in; its `data-openapi-url` names the document. */
  readonly rootId: string
  readonly styles: readonly AssetName[]
  /** Run in this order. */
  readonly scripts: readonly AssetName[]
  /** Content-Security-Policy directives beyond the page's own origin. */
  readonly policy: Readonly<Record<string, string>>
}

/** A documentation page that loads its parts, from its own origin only, and nothing inline. */
export function htmlPage({ title, openapiUrl, assetBase }: PageOptions, parts: PageParts): Page {
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
<div id="${parts.rootId}" data-openapi-url="${escapeHtml(openapiUrl)}"></div>
${parts.scripts.map((name) => `<script src="${href(name)}"></script>`).join('\n')}
</body>
</html>
`
  return { html, headers: pageHeaders(parts.policy), assets: [...parts.styles, ...parts.scripts] }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function pageHeaders(directives: Readonly<Record<string, string>>): readonly string[] {
  const policy = Object.entries({ ...ownOrigin, ...directives }).map((entry) => entry.join(' '))
  return ['content-security-policy', policy.join('; '), ...everyPage]
}

const everyPage = [
  ...['content-type', 'text/html; charset=utf-8'],
  ...['cache-control', 'no-cache'],
  ...['referrer-policy', 'no-referrer'],
  ...['x-content-type-options', 'nosniff'],
]

const ownOrigin = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}
