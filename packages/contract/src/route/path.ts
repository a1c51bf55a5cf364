/** A parsed path: the pattern for the router, and the parameters' names in order. */
export interface ParsedPath {
  readonly ok: true
  /**
   * The router's pattern with numbered parameters, so that equal patterns clash. It ends in `/**` if a parameter takes
   * the rest.
   */
  readonly pattern: string
  readonly names: readonly string[]
}

/**
 * Parses a path in OpenAPI's syntax, `/posts/{post_id}`, or in Starlette's for a last parameter that takes the rest of
 * the path, `/files/{file:path}`. Returns what is wrong with an invalid path and what to write instead.
 */
export function parsePath(path: string): ParsedPath | { readonly ok: false; readonly mistake: string } {
  const [rest = '', name] = LAST_OVER_SEGMENTS.exec(path) ?? []
  const plain = path.slice(0, path.length - rest.length)
  const { names, literals } = splitPath(plain)
  const all = name === undefined ? names : [...names, name]
  const mistake = mistakeIn(path, { names: all, literals })
  if (mistake !== undefined) return { ok: false, mistake: `Path ${JSON.stringify(path)} ${mistake}` }
  return { ok: true, names: all, pattern: patternOf(plain) + (name === undefined ? '' : '**') }
}

/** Returns the path as OpenAPI writes it; a parameter over several segments looks like any other there. */
export function documentedPath(path: string): string {
  return path.replace(LAST_OVER_SEGMENTS, '{$1}')
}

/** Returns the name of the parameter in a segment that takes the rest of the path. */
export function restParameter(segment: string): string | undefined {
  return LAST_OVER_SEGMENTS.exec(`/${segment}`)?.[1]
}

const LAST_OVER_SEGMENTS = /(?<=\/)\{([^{}/:]+):path\}$/

/**
 * Splits a path or a segment into the names of its parameters and the literals around them, one more than the names.
 */
export function splitPath(path: string): PathParts {
  // Splitting by a pattern with a group returns literals and names alternately.
  const parts = path.split(/\{([^{}/]+)\}/)
  return {
    names: parts.filter((_, index) => index % 2 === 1),
    literals: parts.filter((_, index) => index % 2 === 0),
  }
}

interface PathParts {
  readonly names: readonly string[]
  readonly literals: readonly string[]
}

function patternOf(path: string): string {
  let count = 0
  const segments = path.split('/').map((segment) => {
    const [first = ''] = splitPath(segment).literals
    const others = parametersIn(segment).map(
      (parameter) => `:p${count++}${constraintOf(parameter)}${escaped(parameter.after)}`,
    )
    return escaped(first) + others.join('')
  })
  return segments.join('/')
}

/** A parameter in its segment, with the literals around it. */
interface PlacedParameter {
  readonly before: string
  readonly after: string
  readonly isFirst: boolean
  readonly isLast: boolean
}

function parametersIn(segment: string): readonly PlacedParameter[] {
  const { names, literals } = splitPath(segment)
  return names.map((_, index) => ({
    before: literals[index] ?? '',
    after: literals[index + 1] ?? '',
    isFirst: index === 0,
    isLast: index === names.length - 1,
  }))
}

/**
 * Returns what a parameter matches. Of several parameters in a segment the first takes as much as it can, as in
 * Starlette: `{name}.{kind}` splits `a.tar.gz` into `a.tar` and `gz`. An inner parameter may contain the character
 * before it only at its end. What Starlette leaves for it contains no more of that character, and the constraint keeps
 * the search from trying every pair of positions.
 */
function constraintOf(parameter: PlacedParameter): string {
  if (isInner(parameter)) {
    const character = hexadecimal(parameter.before)
    return `([^${character}]+${character}?|${character})`
  }
  return parameter.isLast && !CONTINUES_NAME.test(parameter.after) ? '' : '(.+)'
}

/** Whether a parameter has another before it and something after it. */
function isInner({ isFirst, after }: PlacedParameter): boolean {
  return !isFirst && after !== ''
}

/** What the router would read as more of the name before it, unless a constraint stands between. */
const CONTINUES_NAME = /^[\w$\u0080-\uffff]/

/** Returns a printable ASCII character as a pattern may contain it, whatever it means there. */
function hexadecimal(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16)}`
}

function mistakeIn(path: string, { names, literals }: PathParts): string | undefined {
  if (!path.startsWith('/')) return "does not begin with a slash; write '/…'"
  if (literals.some((literal) => /[{}]/.test(literal)))
    return 'has a stray brace; a parameter is written {name}'
  if (literals.slice(1, -1).includes(''))
    return 'has two parameters side by side; put a character between them'
  const inner = path.split('/').flatMap(parametersIn).filter(isInner)
  if (!inner.every(({ before }) => /^[!-~]$/.test(before)))
    return 'has a parameter within a segment after more than one character; put one ASCII character between two parameters'
  if (/\/\//.test(path)) return 'has an empty segment; write one slash'
  if (/\/\.\.?(\/|$)/.test(path)) return "has a '.' or '..' segment; write the path it stands for"
  const encoded = literals.join('').match(NOT_PLAIN)?.[0]
  if (encoded !== undefined)
    return `has ${JSON.stringify(encoded)}, which a literal segment cannot contain, percent-encoded or not; remove it, or take it in a parameter`
  const converted = names.find((name) => name.includes(':'))
  if (converted?.endsWith(':path'))
    return `has {${converted}} within it; put it at the end, after a slash: only there can a parameter take several segments`
  if (converted !== undefined)
    return `has the convertor {${converted}}; write {${converted.replace(/:.*/, '')}} and declare its kind in params`
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  return repeated === undefined ? undefined : `has {${repeated}} twice; give each parameter its own name`
}

/**
 * Everything except RFC 3986 §3.3 pchar without percent-encoding, and the characters of other scripts, including marks
 * and joiners.
 */
const NOT_PLAIN = /[^\w/.~!$&'()*+,;=:@\u{80}-\u{10ffff}-]|[\p{Cc}\p{Cs}\p{Z}]/u

/** Escapes the router's special characters that a literal may contain. */
function escaped(literal: string): string {
  return literal.replace(/[:*+()]/g, '\\$&')
}
