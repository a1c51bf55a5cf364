import { shownGiven } from '@postern/model'
import { isToken } from '../cors/token.ts'
import { isNamed } from '../named-object.ts'
import { mistypedOptions, type OptionType, unknownOptions } from '../option-mistakes.ts'
import type { Security, SecurityOptions } from '../route/security.ts'
import { isUrlReference } from '../route/url-reference.ts'
import { isCookieName, misnamed } from './names.ts'
import { mistypedSchemes, reviewSchemes } from './security-schemes.ts'

/** Returns every mistake in how an operation identifies its user, each with what to write instead. */
export function reviewSecurity(security: Security): string[] {
  return [
    ...unknownOptions('tokenFrom', security, OPTIONS),
    ...reviewPlaces(security),
    ...reviewRealm(security),
    ...reviewUrls(security),
    ...reviewScopes(security),
    ...reviewSchemes(security),
  ]
}

/**
 * Returns the mistakes of a security whose type is so wrong that nothing can be made of it. Undefined means that none
 * is declared.
 */
export function mistypedSecurity(security: Security | undefined): string[] {
  if (security === undefined) return []
  // Untyped code may give anything.
  if (!isNamed(security)) return [`security is ${shownGiven(security)}; write tokenFrom({ … })`]
  return [
    ...mistypedOptions(security, OPTIONS),
    ...mistypedScopes(security.scopes),
    ...mistypedSchemes(security.schemes),
  ]
}

/** A list of scopes would be read as scopes named by its indexes. */
function mistypedScopes(scopes: unknown): string[] {
  const instead = "write a description for each: { 'items:read': 'Read items' }"
  if (!isNamed(scopes)) return [`scopes is ${shownGiven(scopes)}; ${instead}`]
  return Object.entries(scopes)
    .filter(([, words]) => typeof words !== 'string')
    .map(([name, words]) => `the scope ${JSON.stringify(name)} is ${shownGiven(words)}; ${instead}`)
}

const OPTIONS = {
  bearer: 'boolean',
  basic: 'boolean',
  realm: 'string',
  header: 'string',
  cookie: 'string',
  required: 'boolean',
  tokenUrl: 'string',
  authorizationUrl: 'string',
  openIdConnectUrl: 'string',
  scopes: true,
  schemes: true,
} satisfies Record<keyof SecurityOptions, OptionType>

function reviewPlaces({ bearer, basic, header, cookie }: Security): string[] {
  const mistakes: string[] = []
  if (!bearer && !basic && header === undefined && cookie === undefined)
    mistakes.push('its security reads no token; allow bearer or basic, or name a header or a cookie')
  if (header !== undefined && !isToken(header)) mistakes.push(misnamed(header, 'header'))
  if (cookie !== undefined && !isCookieName(cookie)) mistakes.push(misnamed(cookie, 'cookie'))
  if (header !== undefined && header.toLowerCase() === cookie?.toLowerCase())
    mistakes.push(`its security has a header and a cookie ${JSON.stringify(cookie)}; rename one of them`)
  return mistakes
}

function reviewRealm({ basic, realm }: Security): string[] {
  if (realm === undefined) return []
  const shown = JSON.stringify(realm)
  return [
    ...(basic ? [] : [`the realm ${shown} is only used with basic; allow basic, or remove it`]),
    ...(/^[ -~]*$/.test(realm)
      ? []
      : [`the realm ${shown} is not printable ASCII, which a header needs; reword it`]),
  ]
}

function reviewUrls({ bearer, tokenUrl, authorizationUrl, openIdConnectUrl }: Security): string[] {
  const urls = Object.entries({ tokenUrl, authorizationUrl, openIdConnectUrl }).filter(
    ([, url]) => url !== undefined,
  )
  const mistakes = urls
    .filter(([, url]) => !isUrlReference(url))
    .map(
      ([name, url]) => `${name} is ${JSON.stringify(url)}, which is not a URL; write one such as https://…`,
    )
  if (!bearer && urls.length > 0)
    mistakes.push(`${urls[0]?.[0]} describes bearer tokens; allow bearer, or remove it`)
  if (authorizationUrl !== undefined && tokenUrl === undefined)
    mistakes.push('authorizationUrl returns a code, which is exchanged at the tokenUrl; add tokenUrl')
  if (openIdConnectUrl !== undefined && urls.length > 1)
    mistakes.push('openIdConnectUrl already describes the other URLs; remove tokenUrl and authorizationUrl')
  return mistakes
}

/** RFC 6749 §3.3: a space ends a scope. */
function reviewScopes({ scopes }: Security): string[] {
  return Object.keys(scopes)
    .filter((name) => !/^[!#-[\]-~]+$/.test(name))
    .map((name) => `${JSON.stringify(name)} cannot be a scope; write printable ASCII without space, " and \\`)
}
