import type { Security, TokenSource } from './security.ts'

/** What the document calls the schemes of a security: as they are named in `schemes`, else by what they are. */
export function schemeNames(security: Security): Readonly<Record<TokenSource, string>> {
  const { header = '', cookie = '', schemes } = security
  return {
    bearer: schemes.bearer?.name ?? bearerType(security),
    basic: schemes.basic?.name ?? 'basic',
    header: schemes.header?.name ?? keyName(header, 'header'),
    cookie: schemes.cookie?.name ?? keyName(cookie, 'cookie'),
  }
}

const BEARER_TYPES = ['openIdConnect', 'authorizationCode', 'password', 'bearer'] as const

/** The OAuth2 flow, or else the type, by which a bearer token is to be had. */
export function bearerType({
  openIdConnectUrl,
  authorizationUrl,
  tokenUrl,
}: Security): (typeof BEARER_TYPES)[number] {
  if (openIdConnectUrl !== undefined) return 'openIdConnect'
  if (authorizationUrl !== undefined) return 'authorizationCode'
  return tokenUrl === undefined ? 'bearer' : 'password'
}

// A header's or cookie's name may have characters that a component's may not (RFC 6265 §4.1.1, OpenAPI 3.1 §4.8.7).
function keyName(name: string, place: 'header' | 'cookie'): string {
  const plain = name.replace(/[^\w.-]/g, '_')
  return [...BEARER_TYPES, 'basic'].includes(plain) ? `${plain}-${place}` : plain
}
