import type { JsonSchema } from '@postern/model'
import { bearerType, schemeNames } from '../route/scheme-names.ts'
import type { Scopes, Security, TokenSource } from '../route/security.ts'
import { defined } from './defined.ts'

/** A Security Scheme Object (OpenAPI 3.1 §4.8.27) with the name that requirements refer to it by. */
export type NamedScheme = readonly [name: string, scheme: JsonSchema]

/** The security requirement of an operation: any one of its schemes, or none where the token is optional (OpenAPI 3.1 §4.8.30). */
export function securityRequirements(security: Security): readonly JsonSchema[] {
  const scopes = Object.keys(security.scopes)
  const alternatives = describeSecurity(security).map(([name]) => ({ [name]: scopes }))
  return security.required ? alternatives : [{}, ...alternatives]
}

/** The schemes that declarations use; one that has scopes has those of all that use it. */
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

/** The schemes that a declaration uses by itself. */
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
