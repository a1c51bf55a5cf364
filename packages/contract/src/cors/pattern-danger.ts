import { isLoopback } from './loopback.ts'
import { atomsOf, samplePattern } from './pattern-sample.ts'
import type { PatternAtom, PatternGroup } from './pattern-tree.ts'
import type { Problem } from './problem.ts'
import type { Review } from './review.ts'
import { isSerializedOrigin } from './serialized-origin.ts'

/** A pattern that compiles, in all the forms in which it can be looked at. */
export interface PatternUnderReview {
  readonly source: string
  matches(origin: string): boolean
  readonly tree: PatternGroup
  readonly credentials: boolean
}

type Danger = Pick<Problem, 'code' | 'reason' | 'correction'>

const STRANGERS = [
  'https://postern-probe.invalid',
  'https://postern.probe.museum:8443',
  'http://postern-probe.test',
]
const SHARED_DOMAINS = [
  'github.io',
  'gitlab.io',
  'vercel.app',
  'netlify.app',
  'pages.dev',
  'workers.dev',
  'herokuapp.com',
  'web.app',
  'firebaseapp.com',
  'azurewebsites.net',
  'azurestaticapps.net',
  'cloudfront.net',
  'onrender.com',
  'fly.dev',
  'ngrok-free.app',
  'ngrok.io',
  'trycloudflare.com',
]

/** Warns about a pattern that works otherwise than its author believes (the spec allows it all the same). */
export function reviewPatternDanger(review: Review, under: PatternUnderReview): void {
  const value = under.source
  for (const danger of [deadPattern(under), unescapedDot(under), ...credentialDangers(under)]) {
    if (danger === undefined) continue
    const correction = danger.correction.startsWith('=')
      ? review.lineFor('allowOriginRegex', danger.correction.slice(1))
      : danger.correction
    review.warnings.push({ ...danger, correction, option: review.nameOf('allowOriginRegex'), value })
  }
}

function deadPattern({ source, tree, matches }: PatternUnderReview): Danger | undefined {
  const code = 'regex_matches_nothing'
  const shortest = samplePattern(tree, { optional: false, dot: () => 'a' })
  const likely = samplePattern(tree, { optional: true, dot: () => 'a' })
  if (/^https:.*:443$|^http:.*:80$/.test(shortest)) {
    const correction = `=${source.replace(/:(?:443|80)(\$?)$/, '$1')}`
    return { code, reason: 'asks for the default port, which browsers leave out', correction }
  }
  if (shortest.length > 8 && shortest.endsWith('/')) {
    return {
      code,
      reason: 'ends in a slash, which an origin never does',
      correction: `=${source.replace(/\\?\/(\$?)$/, '$1')}`,
    }
  }
  const capitals = atomsOf(tree).filter((atom) => atom.min > 0 && /^[A-Z]+$/.test(atom.characters))
  if (capitals.length > 0) {
    return {
      code,
      reason: 'asks for upper case; browsers write origins in lower case',
      correction: `=${lowered(source, capitals)}`,
    }
  }
  const bare = !isSerializedOrigin(likely) && isSerializedOrigin(`https://${likely}`)
  if (!bare || matches(`https://${likely}`)) return undefined
  return { code, reason: 'has no scheme; the whole origin is matched', correction: `=https://${source}` }
}

function lowered(source: string, capitals: readonly PatternAtom[]): string {
  return capitals.reduce((text, { at, source: atom }) => {
    return text.slice(0, at) + atom.toLowerCase() + text.slice(at + atom.length)
  }, source)
}

function unescapedDot({ source, tree, matches }: PatternUnderReview): Danger | undefined {
  const dots = atomsOf(tree).filter((atom) => atom.kind === 'dot' && atom.min === 1 && atom.max === 1)
  for (const suspect of dots) {
    const witness = samplePattern(tree, { optional: true, dot: (atom) => (atom === suspect ? 'x' : '.') })
    const meant = samplePattern(tree, { optional: true, dot: () => '.' })
    if (!matches(witness) || !matches(meant)) continue
    const reason = `has a dot without a backslash: ${witness} would be allowed`
    return { code: 'regex_unescaped_dot', reason, correction: `=${escaped(source, dots)}` }
  }
  return undefined
}

function escaped(source: string, dots: readonly PatternAtom[]): string {
  const at = new Set(dots.map((dot) => dot.at))
  return [...source].map((character, index) => (at.has(index) ? `\\${character}` : character)).join('')
}

function credentialDangers(under: PatternUnderReview): readonly (Danger | undefined)[] {
  const { matches } = under
  if (!under.credentials) return []
  const stranger = STRANGERS.find((origin) => matches(origin))
  if (stranger !== undefined) {
    const reason = `allows an origin nobody could mean (${stranger}): every site, with your users’ credentials`
    const correction = 'the domain at the end of the pattern, or credentials off'
    return [{ code: 'regex_matches_everything_with_credentials', reason, correction }]
  }
  return [sharedDomain(under), unencrypted(under)]
}

function sharedDomain({ matches }: PatternUnderReview): Danger | undefined {
  const domain = SHARED_DOMAINS.find((suffix) => matches(`https://postern-probe.${suffix}`))
  if (domain === undefined) return undefined
  const reason = `allows every site on ${domain}, where anybody can have one, with your users’ credentials`
  return {
    code: 'regex_public_suffix_with_credentials',
    reason,
    correction: 'the exact origins, in allowOrigins',
  }
}

function unencrypted({ source, tree, matches }: PatternUnderReview): Danger | undefined {
  const shortest = samplePattern(tree, { optional: false, dot: () => 'a' })
  if (!shortest.startsWith('http:') || !matches(shortest)) return undefined
  if (isLoopback(new URL(shortest).hostname)) return undefined
  const reason = `allows unencrypted pages (${shortest}): whoever is on the network speaks for them, with credentials`
  const correction = `=${source.replace(/^http(?:s\?)?:/, 'https:')}`
  return { code: 'insecure_origin_with_credentials', reason, correction }
}
