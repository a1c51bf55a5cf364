/** Where a request may carry its token; the api's `authenticate` turns the token into a user (spec §5). */
export interface Security {
  /** Whether `Authorization: Bearer …` is read. */
  readonly bearer: boolean
  /** Whether `Authorization: Basic …` is read (RFC 7617); its token is `name:password`. */
  readonly basic: boolean
  /** What the challenge of a 401 says a name and a password are for, if anything. */
  readonly realm: string | undefined
  /** The name of a header that holds nothing but the token, such as `X-API-Key`, if one is read; `Authorization` wins. */
  readonly header: string | undefined
  /** The name of the cookie that is read, if any; the headers win. */
  readonly cookie: string | undefined
  /** Whether a request without any token is refused with 401. A token that is given must always be good. */
  readonly required: boolean
  /** Where a token is to be had; shown in the document, as are the three below. */
  readonly tokenUrl: string | undefined
  /** Where a user signs in for the code that `tokenUrl` takes, if that is how. */
  readonly authorizationUrl: string | undefined
  /** The discovery document of whoever gives the tokens, if there is one. */
  readonly openIdConnectUrl: string | undefined
  /** What a token has to be good for here, with words for each. */
  readonly scopes: Scopes
  /** What the document says of the places that are read, beside what they are. */
  readonly schemes: SecuritySchemes
}

/** What the document says of a place of the token, beside what it is (OpenAPI 3.1 §4.8.27). */
export interface SecurityScheme {
  /** What the document calls it, in ASCII letters, digits, `.`, `-` and `_`: generated clients and Swagger UI know it by that. Another
   *  name makes it another scheme, where an api has several that are alike, such as two `tokenUrl`s. Default: what it is (`bearer`,
   *  `password`, `authorizationCode`, `openIdConnect`, `basic`), or the name of the header or cookie. */
  readonly name?: string
  /** Words about it, in CommonMark. Default none. */
  readonly description?: string
  /** What a bearer token is made of, such as `JWT`: for readers. Of one that has a URL the document cannot tell it. Default: not told. */
  readonly bearerFormat?: string
}

/** A {@link SecurityScheme} for each place of the token that is read; of the others there is nothing to tell. */
export type SecuritySchemes = { readonly [Place in TokenSource]?: SecurityScheme }

/** What tokens may be good for, with words for each (RFC 6749 §3.3). */
export type Scopes = Readonly<Record<string, string>>

/** Options of {@link tokenFrom}. */
export interface SecurityOptions {
  /** Whether `Authorization: Bearer …` is read. Default true. */
  readonly bearer?: boolean
  /** A name and a password (RFC 7617): the token is `name:password`, where the first colon ends the name. One that is not such a pair
   *  of UTF-8 without control characters is a 401. A browser sends it by itself, so that on a request that changes something it
   *  counts only where the origin, if one is told, is the same or one that the policy names. Default false. */
  readonly basic?: boolean
  /** What `basic` asks a name and a password for: browsers show it. Printable ASCII. Default: none. */
  readonly realm?: string
  /** The name of a header that holds nothing but the token, such as `X-API-Key`; `Authorization` wins. Default: none is read. */
  readonly header?: string
  /** The name of a cookie that holds the token; the headers win. A browser sends it by itself, so that on a request that changes
   *  something it counts only from the same origin or one that the policy names. Default: none is read. */
  readonly cookie?: string
  /** Whether a request without any token is a 401; otherwise its `user` is null. Default true. */
  readonly required?: boolean
  /** Where the bearer token is to be had, as a URL that may be relative: by OAuth2's password form (RFC 6749 §4.3), or for a code where
   *  there is an `authorizationUrl`. Default: the document does not tell. */
  readonly tokenUrl?: string
  /** Where a user signs in for a code (RFC 6749 §4.1, with PKCE: RFC 7636). It needs a `tokenUrl`. Default: there are no codes. */
  readonly authorizationUrl?: string
  /** Where whoever gives the bearer tokens tells of itself (OpenID Connect Discovery 1.0 §4), in place of the two above. */
  readonly openIdConnectUrl?: string
  /** What a token has to be good for here, with words for each: `{ 'items:read': 'Read items' }`. The document tells them;
   *  `authenticate` is given their names, and judges. Default none. */
  readonly scopes?: Scopes
  /** What the document says of each place: `{ bearer: { name: 'Staff', bearerFormat: 'JWT' } }`. Default: what it is. */
  readonly schemes?: SecuritySchemes
}

/** Where a token was found. */
export type TokenSource = 'bearer' | 'basic' | 'header' | 'cookie'

/** What a token is shown for. */
export interface TokenUse {
  /** Where it was, for an api that has several sorts. */
  readonly source: TokenSource
  /** What the document calls its scheme (`bearer`, or the name that `schemes` gives it), for a contract that has several of a sort. */
  readonly scheme: string
  /** The names of the `scopes` that the operation declares. */
  readonly scopes: readonly string[]
}

/** Declares that an operation knows its user by a token, from a header or a cookie (spec §5.2). */
export function tokenFrom<const Options extends SecurityOptions>(
  options?: Options,
): Security & { readonly required: Options extends { required: false } ? false : true } {
  // An option that is none stays, to be told as a mistake.
  const given: SecurityOptions = options ?? {}
  const { bearer = true, basic = false, required = true, scopes = {}, schemes = {} } = given
  return { ...given, bearer, basic, required, scopes, schemes } as Security & {
    required: Options extends { required: false } ? false : true
  }
}

/** The challenge of a 401 (RFC 9110 §11.6.1): the schemes that are read, or FastAPI's word for keys. */
export function challengeOf({ bearer, basic, realm }: Security): string {
  const parameters = realm === undefined ? '' : ` realm="${realm.replace(/["\\]/g, '\\$&')}"`
  const schemes = [...(bearer ? ['Bearer'] : []), ...(basic ? [`Basic${parameters}`] : [])]
  return schemes.join(', ') || 'APIKey'
}
