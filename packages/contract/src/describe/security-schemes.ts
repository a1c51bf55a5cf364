import type { JsonSchema } from '@postern/model'
import type { Security } from '../route/security.ts'

/** The security requirement of an operation: any one of its schemes, or none where the token is optional (OpenAPI 3.1 §4.8.30). */
export function securityRequirements(security: Security): readonly JsonSchema[] {
  const alternatives = Object.keys(securitySchemes(security)).map((name) => ({ [name]: [] }))
  return security.required ? alternatives : [{}, ...alternatives]
}

/** The schemes that a declaration uses, under the names that requirements refer to: a header's and a cookie's are their own. */
export function securitySchemes({
  bearer,
  basic,
  header,
  cookie,
  tokenUrl,
}: Security): Readonly<Record<string, JsonSchema>> {
  const password = { type: 'oauth2', flows: { password: { tokenUrl, scopes: {} } } }
  return {
    ...(bearer && (tokenUrl === undefined ? { bearer: { type: 'http', scheme: 'bearer' } } : { password })),
    ...(basic && { basic: { type: 'http', scheme: 'basic' } }),
    ...(header !== undefined && { [componentName(header, 'header')]: keyScheme(header, 'header') }),
    ...(cookie !== undefined && { [componentName(cookie, 'cookie')]: keyScheme(cookie, 'cookie') }),
  }
}

type Place = 'header' | 'cookie'

function keyScheme(name: string, place: Place): JsonSchema {
  return { type: 'apiKey', in: place, name }
}

// A header's or cookie's name may have characters that a component's may not (RFC 6265 §4.1.1, OpenAPI 3.1 §4.8.7).
function componentName(name: string, place: Place): string {
  const plain = name.replace(/[^\w.-]/g, '_')
  return ['bearer', 'basic', 'password'].includes(plain) ? `${plain}-${place}` : plain
}
