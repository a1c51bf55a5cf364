import { essenceOf } from '../route/media-type.ts'

/** What kind of body a `content-type` announces, read as FastAPI reads it: the type in any case, parameters cut off. */
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
