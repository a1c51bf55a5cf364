/** The parameter of this lower-case name that a header has behind its first `;`, the last where there are several, as FastAPI takes it. */
export function parameterOf(header: string, wanted: string): string | undefined {
  let value: string | undefined
  for (const [, name, quoted, token = ''] of header.matchAll(PARAMETER)) {
    if (name?.toLowerCase() === wanted) value = quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim()
  }
  return value
}

/** Browsers escape no backslash (HTML, multipart/form-data encoding algorithm), so that one may be the last of a quoted text. */
const PARAMETER = /;[\t ]*([^=;\s]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*\\?)"|([^;]*))/g
