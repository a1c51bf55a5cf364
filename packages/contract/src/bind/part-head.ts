import { parameterOf } from './header-parameter.ts'

/** The head of one part of a multipart body. */
export interface PartHead {
  readonly name: string
  /** Undefined if the part is a text. */
  readonly filename: string | undefined
  readonly type: string
  /** How many characters it keeps in memory: its strings are views of whole headers. */
  readonly size: number
}

type Headers = Readonly<Record<string, string | readonly string[]>>

/**
 * Reads the headers of a part, by lower-case name, decoding its names by `decode`; undefined if they are not those of a
 * form's part.
 */
export function readPartHead(headers: Headers, decode: (text: string) => string): PartHead | undefined {
  const disposition = headers['content-disposition']
  if (typeof disposition !== 'string' || !/^\s*form-data[\t ]*;/i.test(disposition)) return undefined
  const name = parameterOf(disposition, 'name')
  if (name === undefined) return undefined
  const filename = parameterOf(disposition, 'filename')
  const given = headers['content-type']
  const type = (typeof given === 'string' ? given : given?.[0]) ?? 'application/octet-stream'
  const read = (text: string) => unescaped(decode(text))
  return {
    name: read(name),
    filename: filename === undefined ? undefined : read(filename),
    type: type.trim(),
    size: disposition.length + type.length,
  }
}

/** Reverts what browsers escape (HTML, multipart/form-data encoding algorithm). */
function unescaped(text: string): string {
  return text.replace(/%(?:22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped))
}
