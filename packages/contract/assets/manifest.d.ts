export type AssetName =
  | 'swagger-ui.css'
  | 'swagger-ui-bundle.js'
  | 'swagger-ui-init.js'
  | 'oauth2-redirect.js'
  | 'redoc.standalone.js'
  | 'redoc-init.js'
  | 'docs.css'

export interface AssetEntry {
  readonly mediaType: string
  readonly sha256: string
}

export declare const manifest: Readonly<Record<AssetName, AssetEntry>>
