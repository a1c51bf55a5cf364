/** A declared path taken apart: what the router is told, and the parameters' names in order. */
export interface ParsedPath {
  readonly ok: true
  /** The router's pattern with numbered parameters, so that equal patterns clash. */
  readonly pattern: string
  readonly names: readonly string[]
}

/** Parses a path in OpenAPI's syntax, `/posts/{post_id}`; answers what is wrong with it and what to write instead. */
export function parsePath(path: string): ParsedPath | { readonly ok: false; readonly mistake: string } {
  // Splitting by a pattern with a group gives literals and names by turns.
  const parts = path.split(/\{([^{}/]+)\}/)
  const names = parts.filter((_, index) => index % 2 === 1)
  const literals = parts.filter((_, index) => index % 2 === 0)
  const mistake = mistakeIn(path, { names, literals })
  if (mistake !== undefined) return { ok: false, mistake: `Path ${JSON.stringify(path)} ${mistake}` }
  const pattern = literals.map((literal, index) => {
    const isLast = literal.includes('/') || index === names.length
    return index === 0 ? escaped(literal) : `:p${index - 1}${isLast ? '' : GREEDY}${escaped(literal)}`
  })
  return { ok: true, names, pattern: pattern.join('') }
}

/** Of several parameters in a segment the first takes as much as it can, as Starlette's: `{name}.{kind}` of `a.tar.gz` is `a.tar` and `gz`. */
const GREEDY = '(.+)'

function mistakeIn(
  path: string,
  { names, literals }: { readonly names: readonly string[]; readonly literals: readonly string[] },
): string | undefined {
  if (!path.startsWith('/')) return "does not begin with a slash; write '/…'"
  if (literals.some((literal) => /[{}]/.test(literal)))
    return 'has a stray brace; a parameter is written {name}'
  if (literals.slice(1, -1).includes(''))
    return 'has two parameters side by side; put a character between them'
  if (/\/\//.test(path)) return 'has an empty segment; write one slash'
  if (/\/\.\.?(\/|$)/.test(path)) return "has a '.' or '..' segment; write the path it stands for"
  if (literals.some((literal) => !plain.test(literal)))
    return 'has a character that paths carry percent-encoded'
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  return repeated === undefined ? undefined : `has {${repeated}} twice; give each parameter its own name`
}

/** RFC 3986 §3.3, pchar without percent-encoding, and letters of other scripts. */
const plain = /^[\p{L}\p{N}/._~!$&'()*+,;=:@-]*$/u

/** Takes the meaning from the router's own signs. */
function escaped(literal: string): string {
  return literal.replace(/[:*+()?\\]/g, '\\$&')
}
