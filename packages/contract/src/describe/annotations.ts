/** Keywords that do not affect validity (JSON Schema 2020-12 §9; `example` is OpenAPI's). */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
])
