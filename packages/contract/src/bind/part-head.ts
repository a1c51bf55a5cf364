/** The head of one part of a multipart body. */
export interface PartHead {
  readonly name: string
  /** Undefined where the part is a text. */
  readonly filename: string | undefined
  readonly type: string
  /** How many characters it keeps in memory: its texts are views of whole headers. */
  readonly size: number
}

type Headers = Readonly<Record<string, string | readonly string[]>>

/** Reads the headers of a part, by lower-case name; undefined where they are not those of a form's. */
export function readPartHead(headers: Headers): PartHead | undefined {
  const disposition = headers['content-disposition']
  if (typeof disposition !== 'string' || !/^\s*form-data *;/i.test(disposition)) return undefined
  const name = parameterOf(disposition, 'name')
  if (name === undefined) return undefined
  const filename = parameterOf(disposition, 'filename')
  const given = headers['content-type']
  const type = typeof given === 'string' ? given : 'application/octet-stream'
  return { name, filename, type: type.trim(), size: disposition.length + type.length }
}

/** A parameter's value, with what browsers escape (HTML, multipart/form-data encoding algorithm): no backslash, so one may be the last. */
function parameterOf(disposition: string, wanted: string): string | undefined {
  for (const [, name, quoted, token] of disposition.matchAll(
    /; *([^=;\s]+)=(?:"((?:[^"\\]|\\.)*\\?)"|([^;]*))/g,
  )) {
    if (name?.toLowerCase() !== wanted) continue
    const value = quoted?.replace(/\\(["\\])/g, '$1') ?? token?.trim() ?? ''
    return value.replace(/%(?:22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped))
  }
  return undefined
}
