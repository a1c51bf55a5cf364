import type { JsonSchema } from '@postern/model'
import type { Scopes, Security } from '../route/security.ts'

/** The security requirement of an operation: any one of its schemes, or none where the token is optional (OpenAPI 3.1 §4.8.30). */
export function securityRequirements(security: Security): readonly JsonSchema[] {
  const scopes = Object.keys(security.scopes)
  const alternatives = Object.keys(describeSecurity(security)).map((name) => ({ [name]: scopes }))
  return security.required ? alternatives : [{}, ...alternatives]
}

/** The schemes that declarations use, under the names that requirements refer to; one that has scopes has those of all that use it. */
export function securitySchemes(securities: readonly Security[]): Readonly<Record<string, JsonSchema>> {
  const scopes = new Map<string, Scopes>()
  for (const security of securities) {
    const name = bearerName(security)
    scopes.set(name, { ...scopes.get(name), ...security.scopes })
  }
  const schemes = securities.map((security) =>
    describeSecurity({ ...security, scopes: scopes.get(bearerName(security)) ?? {} }),
  )
  return Object.assign({}, ...schemes)
}

/** The schemes that a declaration uses by itself: a header's and a cookie's have their own names. */
export function describeSecurity(security: Security): Readonly<Record<string, JsonSchema>> {
  const { bearer, basic, header, cookie } = security
  return {
    ...(bearer && { [bearerName(security)]: bearerScheme(security) }),
    ...(basic && { basic: { type: 'http', scheme: 'basic' } }),
    ...(header !== undefined && { [componentName(header, 'header')]: keyScheme(header, 'header') }),
    ...(cookie !== undefined && { [componentName(cookie, 'cookie')]: keyScheme(cookie, 'cookie') }),
  }
}

const BEARER_NAMES = ['openIdConnect', 'authorizationCode', 'password', 'bearer'] as const

/** The OAuth2 flow, or else the type, by which a bearer token is to be had. */
function bearerName({
  openIdConnectUrl,
  authorizationUrl,
  tokenUrl,
}: Security): (typeof BEARER_NAMES)[number] {
  if (openIdConnectUrl !== undefined) return 'openIdConnect'
  if (authorizationUrl !== undefined) return 'authorizationCode'
  return tokenUrl === undefined ? 'bearer' : 'password'
}

function bearerScheme(security: Security): JsonSchema {
  const { openIdConnectUrl, authorizationUrl, tokenUrl, scopes } = security
  switch (bearerName(security)) {
    case 'openIdConnect':
      return { type: 'openIdConnect', openIdConnectUrl }
    case 'authorizationCode':
      return flow({ authorizationCode: { authorizationUrl, tokenUrl, scopes } })
    case 'password':
      return flow({ password: { tokenUrl, scopes } })
    case 'bearer':
      return { type: 'http', scheme: 'bearer' }
  }
}

function flow(flows: Readonly<Record<string, { readonly scopes: Scopes } & JsonSchema>>): JsonSchema {
  return { type: 'oauth2', flows }
}

type Place = 'header' | 'cookie'

function keyScheme(name: string, place: Place): JsonSchema {
  return { type: 'apiKey', in: place, name }
}

// A header's or cookie's name may have characters that a component's may not (RFC 6265 §4.1.1, OpenAPI 3.1 §4.8.7).
function componentName(name: string, place: Place): string {
  const plain = name.replace(/[^\w.-]/g, '_')
  return [...BEARER_NAMES, 'basic'].includes(plain) ? `${plain}-${place}` : plain
}
