/**
 * Returns the parameter of a header with this lower-case name, after the first `;`. If there are several, the last, as
 * in FastAPI.
 */
export function parameterOf(header: string, wanted: string): string | undefined {
  let value: string | undefined
  for (const [, name, quoted, token = ''] of header.matchAll(PARAMETER)) {
    if (name?.toLowerCase() === wanted) value = quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim()
  }
  return value
}

/**
 * Browsers do not escape backslashes (HTML, multipart/form-data encoding algorithm), so one may end a quoted string.
 * Some clients do not escape quotes either, so the string ends at a quote before a `;`, or else at the last quote.
 */
const PARAMETER = /;[\t ]*([^=;\s]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.|"(?![\t ]*;))*\\?)"|([^;]*))/g
