export type AssetName =
  | 'swagger-ui.css'
  | 'swagger-ui-bundle.js'
  | 'swagger-ui-init.js'
  | 'redoc.standalone.js'
  | 'redoc-init.js'
  | 'docs.css'

export declare const manifest: Readonly<Record<AssetName, { readonly mediaType: string; readonly sha256: string }>>
