/**
 * Whether a document may use this text as a reference: a web URL, or one relative to the document (OpenAPI 3.1 §4.6).
 */
export function isUrlReference(text: unknown): boolean {
  return typeof text === 'string' && text !== '' && webOrigin(text, 'http://localhost') !== undefined
}

/** Returns the origin of an absolute web URL, or of one relative to `base`; undefined if it has none. */
export function webOrigin(text: string, base?: string): string | undefined {
  const url = URL.parse(text, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : undefined
}
