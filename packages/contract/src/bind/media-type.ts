import { essenceOf } from '../route/media-type.ts'

/**
 * The kind of body that a `content-type` announces, read as FastAPI reads it: case-insensitively and without
 * parameters.
 */
export type MediaType = 'json' | 'urlencoded' | 'multipart' | 'other'

/** Parses a `content-type` header. `json` is `application/json` and `application/…+json`; nothing is sniffed. */
export function parseMediaType(header: string | undefined): MediaType {
  if (header === 'application/json') return 'json'
  if (header === undefined) return 'other'
  const type = essenceOf(header)
  if (type === 'application/x-www-form-urlencoded') return 'urlencoded'
  if (type === 'multipart/form-data') return 'multipart'
  return /^application\/(json|[^/]*\+json)$/.test(type) ? 'json' : 'other'
}
