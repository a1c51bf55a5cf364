import type { JsonSchema } from '@postern/model'
import { bearerType, schemeNames } from '../route/scheme-names.ts'
import type { Scopes, Security, TokenSource } from '../route/security.ts'
import { defined } from './defined.ts'

/** A Security Scheme Object (OpenAPI 3.1 §4.8.27), with the name by which requirements refer to it. */
export type NamedScheme = readonly [name: string, scheme: JsonSchema]

/**
 * Returns the security requirement of an operation: any one of its schemes, or none if the token is optional (OpenAPI
 * 3.1 §4.8.30).
 */
export function securityRequirements(security: Security): readonly JsonSchema[] {
  const scopes = Object.keys(security.scopes)
  const alternatives = describeSecurity(security).map(([name]) => ({ [name]: scopes }))
  return security.required ? alternatives : [{}, ...alternatives]
}

/** Returns the schemes that declarations use. A scheme with scopes has the scopes of all declarations that use it. */
export function securitySchemes(securities: readonly Security[]): Readonly<Record<string, JsonSchema>> {
  const scopes = new Map<string, Scopes>()
  for (const security of securities) {
    const name = schemeNames(security).bearer
    scopes.set(name, { ...scopes.get(name), ...security.scopes })
  }
  return Object.fromEntries(
    securities.flatMap((security) =>
      describeSecurity({ ...security, scopes: scopes.get(schemeNames(security).bearer) ?? {} }),
    ),
  )
}

/** Returns the schemes that a single declaration uses. */
export function describeSecurity(security: Security): readonly NamedScheme[] {
  const { basic, bearer, header, cookie, schemes } = security
  const names = schemeNames(security)
  const scheme = (place: TokenSource, plain: JsonSchema): NamedScheme => {
    const { description, bearerFormat } = schemes[place] ?? {}
    return [names[place], defined({ ...plain, bearerFormat, description })]
  }
  return [
    ...(bearer ? [scheme('bearer', bearerScheme(security))] : []),
    ...(basic ? [scheme('basic', { type: 'http', scheme: 'basic' })] : []),
    ...(header === undefined ? [] : [scheme('header', { type: 'apiKey', in: 'header', name: header })]),
    ...(cookie === undefined ? [] : [scheme('cookie', { type: 'apiKey', in: 'cookie', name: cookie })]),
  ]
}

function bearerScheme(security: Security): JsonSchema {
  const { openIdConnectUrl, authorizationUrl, tokenUrl, scopes } = security
  switch (bearerType(security)) {
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
