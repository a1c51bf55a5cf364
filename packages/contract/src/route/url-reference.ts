/** Whether a document may tell of the place by this text: a URL of the web, or one that is relative to where the document stands
 *  (OpenAPI 3.1 §4.6). */
export function isUrlReference(text: unknown): boolean {
  return typeof text === 'string' && text !== '' && webOrigin(text, 'http://localhost') !== undefined
}

/** The origin of an absolute URL of the web, or of one relative to `base`; undefined where it has none. */
export function webOrigin(text: string, base?: string): string | undefined {
  const url = URL.parse(text, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : undefined
}
