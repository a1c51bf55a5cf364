import type { Security, TokenSource } from './security.ts'

/** Returns the names of a security's schemes in the document: those given in `schemes`, else names by what they are. */
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

/** Returns the OAuth2 flow, or else the type, by which a client obtains a bearer token. */
export function bearerType({
  openIdConnectUrl,
  authorizationUrl,
  tokenUrl,
}: Security): (typeof BEARER_TYPES)[number] {
  if (openIdConnectUrl !== undefined) return 'openIdConnect'
  if (authorizationUrl !== undefined) return 'authorizationCode'
  return tokenUrl === undefined ? 'bearer' : 'password'
}

// The name of a header or cookie may have characters that a component's may not (RFC 6265 §4.1.1, OpenAPI 3.1 §4.8.7).
function keyName(name: string, place: 'header' | 'cookie'): string {
  const plain = name.replace(/[^\w.-]/g, '_')
  return [...BEARER_TYPES, 'basic'].includes(plain) ? `${plain}-${place}` : plain
}
