import { type AssetName, manifest } from '../../assets/manifest.js'
import type { OwnBytes } from '../incoming.ts'

export type { AssetName } from '../../assets/manifest.js'

/** One file of a documentation page, shipped with the package. */
export interface Asset {
  readonly mediaType: string
  /** Strong validator of the uncompressed form, in quotes. */
  readonly etag: string
  readonly gzip: OwnBytes
  /** The same bytes for clients that do not accept gzip. */
  plain(): Promise<OwnBytes>
}

/** Loads a documentation file. Nothing is read before the first call. */
export async function loadAsset(name: AssetName): Promise<Asset> {
  const { mediaType, sha256 } = manifest[name]
  const body = await bodies[name]()
  const gzip = bytesFromBase64(body.gzip)
  return { mediaType, etag: `"${sha256.slice(0, 32)}"`, gzip, plain: () => inflate(gzip) }
}

/** Returns the path of a documentation file under `base`. It changes with the content, so it may be cached for ever. */
export function assetPath(base: string, name: AssetName): string {
  return `${base}/${manifest[name].sha256.slice(0, 16)}/${name}`
}

/** Literal imports, so that bundlers see them. Each module is evaluated when its file is first requested. */
const bodies: Readonly<Record<AssetName, () => Promise<{ readonly gzip: string }>>> = {
  'swagger-ui.css': () => import('../../assets/swagger-ui-css.js'),
  'swagger-ui-bundle.js': () => import('../../assets/swagger-ui-bundle-js.js'),
  'swagger-ui-init.js': () => import('../../assets/swagger-ui-init-js.js'),
  'oauth2-redirect.js': () => import('../../assets/oauth2-redirect-js.js'),
  'redoc.standalone.js': () => import('../../assets/redoc-standalone-js.js'),
  'redoc-init.js': () => import('../../assets/redoc-init-js.js'),
  'docs.css': () => import('../../assets/docs-css.js'),
}

function bytesFromBase64(text: string): OwnBytes {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

async function inflate(gzip: OwnBytes): Promise<OwnBytes> {
  const stream = new Response(gzip).body?.pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
