import type { KnownOptions } from '@postern/model'

/** Where a request may have its token. The api's `authenticate` turns the token into a user (spec §5). */
export interface Security {
  /** Whether `Authorization: Bearer …` is read. */
  readonly bearer: boolean
  /** Whether `Authorization: Basic …` is read (RFC 7617); its token is `name:password`. */
  readonly basic: boolean
  /** What the challenge of a 401 names as the realm of a name and password, if anything. */
  readonly realm: string | undefined
  /**
   * The name of a header that contains only the token, such as `X-API-Key`, if one is read. `Authorization` takes
   * precedence.
   */
  readonly header: string | undefined
  /** The name of the cookie that is read, if any. The headers take precedence. */
  readonly cookie: string | undefined
  /** Whether a request without any token is refused with 401. A token that is sent must always be valid. */
  readonly required: boolean
  /** Where to obtain a token. The document shows this and the three below. */
  readonly tokenUrl: string | undefined
  /** Where a user signs in for the code that `tokenUrl` takes, if codes are used. */
  readonly authorizationUrl: string | undefined
  /** The discovery document of the token issuer, if there is one. */
  readonly openIdConnectUrl: string | undefined
  /** The scopes that a token must have here, with a description for each. */
  readonly scopes: Scopes
  /** What the document says about the places that are read, beside what they are. */
  readonly schemes: SecuritySchemes
}

/** What the document says about a place of the token, beside what it is (OpenAPI 3.1 §4.8.27). */
export interface SecurityScheme {
  /**
   * The name of the scheme in the document, in ASCII letters, digits, `.`, `-` and `_`. Generated clients and Swagger
   * UI identify it by this name. Schemes with different names are different schemes, for an api that has several of a
   * kind, such as two `tokenUrl`s. Default: what it is (`bearer`, `password`, `authorizationCode`, `openIdConnect`,
   * `basic`), or the name of the header or cookie.
   */
  readonly name?: string
  /** A description in CommonMark. Default none. */
  readonly description?: string
  /**
   * The format of a bearer token, such as `JWT`, for readers. The document cannot state it for a scheme that has a URL.
   * Default: not stated.
   */
  readonly bearerFormat?: string
}

/** A {@link SecurityScheme} for each place of the token that is read; places that are not read have none. */
export type SecuritySchemes = { readonly [Place in TokenSource]?: SecurityScheme }

/** The scopes that tokens may have, with a description for each (RFC 6749 §3.3). */
export type Scopes = Readonly<Record<string, string>>

/** Options of {@link tokenFrom}. */
export interface SecurityOptions {
  /** Whether `Authorization: Bearer …` is read. Default true. */
  readonly bearer?: boolean
  /**
   * Accepts a name and password (RFC 7617). The token is `name:password`, where the first colon ends the name. A token
   * that is not such a pair, in UTF-8 without control characters, is a 401. Browsers send these credentials by
   * themselves, so on a request that changes something they count only if the origin, when one is sent, is the same
   * origin or one that the policy names. Default false.
   */
  readonly basic?: boolean
  /** What `basic` asks a name and password for; browsers show it. Printable ASCII. Default: none. */
  readonly realm?: string
  /**
   * The name of a header that contains only the token, such as `X-API-Key`. `Authorization` takes precedence. Default:
   * none is read.
   */
  readonly header?: string
  /**
   * The name of a cookie that contains the token. The headers take precedence. Browsers send cookies by themselves, so
   * on a request that changes something it counts only from the same origin or one that the policy names. Default: none
   * is read.
   */
  readonly cookie?: string
  /** Whether a request without any token is a 401. Otherwise its `user` is null. Default true. */
  readonly required?: boolean
  /**
   * Where to obtain the bearer token, as a URL that may be relative: by OAuth2's password form (RFC 6749 §4.3), or for
   * a code if there is an `authorizationUrl`. Default: the document does not say.
   */
  readonly tokenUrl?: string
  /**
   * Where a user signs in for a code (RFC 6749 §4.1, with PKCE: RFC 7636). Requires `tokenUrl`. Default: codes are not
   * used.
   */
  readonly authorizationUrl?: string
  /** The discovery URL of the issuer of bearer tokens (OpenID Connect Discovery 1.0 §4), instead of the two above. */
  readonly openIdConnectUrl?: string
  /**
   * The scopes that a token must have here, with a description for each: `{ 'items:read': 'Read items' }`. The document
   * shows them; `authenticate` receives their names and decides. Default none.
   */
  readonly scopes?: Scopes
  /**
   * What the document says about each place: `{ bearer: { name: 'Staff', bearerFormat: 'JWT' } }`. Default: what it is.
   */
  readonly schemes?: SecuritySchemes
}

/** Where a token was found. */
export type TokenSource = 'bearer' | 'basic' | 'header' | 'cookie'

/** Where a token was found and what it is used for. */
export interface TokenUse {
  /** Where it was found, for an api that reads several places. */
  readonly source: TokenSource
  /**
   * The name of its scheme in the document (`bearer`, or the name that `schemes` gives it), for a contract that has
   * several schemes of one kind.
   */
  readonly scheme: string
  /** The names of the `scopes` that the operation declares. */
  readonly scopes: readonly string[]
}

/** Declares that an operation identifies its user by a token, from a header or a cookie (spec §5.2). */
export function tokenFrom<const Options extends KnownOptions<SecurityOptions, Options>>(
  options?: Options,
): Security & { readonly required: Options extends { required: false } ? false : true } {
  // An unknown option stays, to be reported as a mistake.
  const given: SecurityOptions = options ?? {}
  const { bearer = true, basic = false, required = true, scopes = {}, schemes = {} } = given
  return { ...given, bearer, basic, required, scopes, schemes } as Security & {
    required: Options extends { required: false } ? false : true
  }
}

/** Returns the challenge of a 401 (RFC 9110 §11.6.1): the schemes that are read, or FastAPI's word for keys. */
export function challengeOf({ bearer, basic, realm }: Security): string {
  const parameters = realm === undefined ? '' : ` realm="${realm.replace(/["\\]/g, '\\$&')}"`
  const schemes = [...(bearer ? ['Bearer'] : []), ...(basic ? [`Basic${parameters}`] : [])]
  return schemes.join(', ') || 'APIKey'
}
