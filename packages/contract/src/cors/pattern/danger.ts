import { isLoopback } from '../loopback.ts'
import type { Problem } from '../problem.ts'
import type { Review } from '../review.ts'
import { isSerializedOrigin } from '../serialized-origin.ts'
import { atomsOf, type SampleChoice, samplePattern } from './sample.ts'
import type { PatternAtom, PatternGroup } from './tree.ts'

/** A pattern that compiles, in every form that the review needs. */
export interface PatternUnderReview {
  readonly source: string
  matches(origin: string): boolean
  readonly tree: PatternGroup
  readonly credentials: boolean
}

/** The correction is another pattern if one can be given, otherwise advice. */
type Danger = Pick<Problem, 'code' | 'reason'> & ({ readonly better: string } | { readonly advice: string })

const SHORTEST: SampleChoice = { optional: false, dot: () => 'a' }
const LIKELY: SampleChoice = { optional: true, dot: () => 'a' }
const UNRELATED_ORIGINS = [
  'https://postern-probe.invalid',
  'https://postern.probe.museum:8443',
  'http://postern-probe.test',
  'https://posternprobe.com',
  'https://posternprobe.net',
  'https://posternprobe.org',
]
const SITES = ['postern-probe', 'posternprobe']
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

/**
 * Warns about a pattern that works differently from what its author probably expects (the spec allows it nonetheless).
 */
export function reviewPatternDanger(review: Review, under: PatternUnderReview): void {
  const value = under.source
  for (const danger of [deadPattern(under), unescapedDot(under), ...credentialDangers(under)]) {
    if (danger === undefined) continue
    const { code, reason } = danger
    const correction = 'better' in danger ? review.lineFor('allowOriginRegex', danger.better) : danger.advice
    review.add('warnings', 'allowOriginRegex', { code, value, reason, correction })
  }
}

function deadPattern(under: PatternUnderReview): Danger | undefined {
  const capitals = atomsOf(under.tree).filter((atom) => atom.min > 0 && /^[A-Z]+$/.test(atom.characters))
  if (capitals.length > 0) {
    const reason = 'requires upper case; browsers write origins in lower case'
    return { code: 'regex_matches_nothing', reason, better: lowered(under.source, capitals) }
  }
  const required = atomsOf(under.tree).filter((atom) => atom.min > 0 && atom.kind === 'literal')
  const requires = (found: RegExp) => required.some((atom) => found.test(atom.source))
  if (requires(/\s/)) {
    const reason = 'requires white space, which no origin has'
    return { code: 'regex_matches_nothing', reason, better: withoutSpaces(under.source) }
  }
  // Docker's files of variables keep the quotation marks of a value, so the advice is no line with its own.
  if (requires(/["'`]/)) {
    const reason = 'requires a quotation mark, which no origin has'
    return { code: 'regex_matches_nothing', reason, advice: under.source.replaceAll(/\\?["'`]/g, '') }
  }
  return firstOf(under.tree, (alternative) => deadAlternative(under, alternative))
}

function deadAlternative(
  { source, matches, tree }: PatternUnderReview,
  alternative: PatternGroup,
): Danger | undefined {
  const code = 'regex_matches_nothing'
  const shortest = samplePattern(alternative, SHORTEST)
  const likely = samplePattern(alternative, LIKELY)
  if (/^https:.*:443$|^http:.*:80$/.test(shortest)) {
    const reason = 'requires the default port, which browsers leave out'
    return { code, reason, better: source.replaceAll(/:(?:443|80)(?=\$?(?:\||$))/g, '') }
  }
  if (shortest.length > 8 && shortest.endsWith('/')) {
    const reason = 'ends in a slash, which an origin never does'
    return { code, reason, better: source.replaceAll(/\\?\/(?=\$?(?:\||$))/g, '') }
  }
  const bare = !isSerializedOrigin(likely) && isSerializedOrigin(`https://${likely}`)
  if (!bare || matches(`https://${likely}`)) return undefined
  const reason = `has no scheme, but is matched against the whole origin: ${likely} is not an origin`
  if (tree.alternatives.length > 1) return { code, reason, advice: 'https:// in front of each alternative' }
  return { code, reason, better: `https://${source}` }
}

function firstOf(
  tree: PatternGroup,
  review: (alternative: PatternGroup) => Danger | undefined,
): Danger | undefined {
  for (const sequence of tree.alternatives) {
    const danger = review({ ...tree, alternatives: [sequence] })
    if (danger !== undefined) return danger
  }
  return undefined
}

function lowered(source: string, capitals: readonly PatternAtom[]): string {
  return capitals.reduce((text, { at, source: atom }) => {
    return text.slice(0, at) + atom.toLowerCase() + text.slice(at + atom.length)
  }, source)
}

function withoutSpaces(source: string): string {
  const separated = source.trim().replaceAll(/[\s|]+(?=https?:)/g, '|')
  return separated.replaceAll(/\s/g, '')
}

function unescapedDot({ source, tree, matches }: PatternUnderReview): Danger | undefined {
  const dots = atomsOf(tree).filter((atom) => atom.kind === 'dot' && atom.min === 1 && atom.max === 1)
  for (const through of dots) {
    const meant = samplePattern(tree, { optional: true, through, dot: () => '.' })
    const witness = samplePattern(tree, {
      optional: true,
      through,
      dot: (atom) => (atom === through ? 'x' : '.'),
    })
    if (!matches(witness) || !matches(meant)) continue
    const reason = `has a dot without a backslash: ${witness} would be allowed`
    return { code: 'regex_unescaped_dot', reason, better: escaped(source, dots) }
  }
  return undefined
}

function escaped(source: string, dots: readonly PatternAtom[]): string {
  const at = new Set(dots.map((dot) => dot.at))
  return source.replaceAll('.', (dot, index) => (at.has(index) ? `\\${dot}` : dot))
}

function credentialDangers(under: PatternUnderReview): readonly (Danger | undefined)[] {
  if (!under.credentials) return []
  const unrelated = UNRELATED_ORIGINS.find((origin) => under.matches(origin))
  if (unrelated === undefined)
    return [sharedDomain(under), firstOf(under.tree, (one) => unencrypted(under, one))]
  const reason = `allows an origin nobody could mean (${unrelated}): any site, with your users’ credentials`
  const advice = 'the domain at the end of the pattern, or credentials off'
  return [{ code: 'regex_matches_everything_with_credentials', reason, advice }]
}

function sharedDomain({ matches }: PatternUnderReview): Danger | undefined {
  const domain = SHARED_DOMAINS.find((suffix) => SITES.some((site) => matches(`https://${site}.${suffix}`)))
  if (domain === undefined) return undefined
  const reason = `allows every site on ${domain}, where anybody can have one, with your users’ credentials`
  return {
    code: 'regex_public_suffix_with_credentials',
    reason,
    advice: 'the exact origins, in allowOrigins',
  }
}

function unencrypted({ source, matches }: PatternUnderReview, alternative: PatternGroup): Danger | undefined {
  const shortest = samplePattern(alternative, SHORTEST)
  if (!shortest.startsWith('http:') || !matches(shortest) || isLoopback(new URL(shortest).hostname))
    return undefined
  const reason = `allows unencrypted pages (${shortest}): anyone on the network can impersonate them, with credentials`
  const better = source.replaceAll(/(^|\|)http(?:s\?)?:/g, '$1https:')
  return { code: 'insecure_origin_with_credentials', reason, better }
}
