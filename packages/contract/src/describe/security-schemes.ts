import type { JsonSchema } from '@postern/model'
import type { Security } from '../route/security.ts'

/** The security requirement of an operation: any one of its schemes, or none where the token is optional (OpenAPI 3.1 §4.8.30). */
export function securityRequirements(security: Security): readonly JsonSchema[] {
  const alternatives = Object.keys(securitySchemes(security)).map((name) => ({ [name]: [] }))
  return security.required ? alternatives : [{}, ...alternatives]
}

/** The schemes that a declaration uses, under the names that requirements refer to: a cookie's is its own. */
export function securitySchemes({
  bearer,
  cookie,
  tokenUrl,
}: Security): Readonly<Record<string, JsonSchema>> {
  const password = { type: 'oauth2', flows: { password: { tokenUrl, scopes: {} } } }
  const header = { type: 'http', scheme: 'bearer' }
  return {
    ...(bearer && (tokenUrl === undefined ? { bearer: header } : { password })),
    ...(cookie !== undefined && { [componentName(cookie)]: { type: 'apiKey', in: 'cookie', name: cookie } }),
  }
}

// A cookie's name may have characters that a component's may not (RFC 6265 §4.1.1, OpenAPI 3.1 §4.8.7).
function componentName(cookie: string): string {
  const name = cookie.replace(/[^\w.-]/g, '_')
  return name === 'bearer' || name === 'password' ? `${name}-cookie` : name
}
