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
  /** Where a token is to be had by the OAuth2 password form; shown in the document. */
  readonly tokenUrl: string | undefined
}

/** Options of {@link tokenFrom}. */
export interface SecurityOptions {
  /** Default true. */
  readonly bearer?: boolean
  /** A name and a password (RFC 7617): the token is `name:password`, where the first colon ends the name. One that is not such a pair
   *  of UTF-8 without control characters is a 401. A browser sends it by itself, so that on a request that changes something it
   *  counts only where the origin, if one is told, is the same or one that the policy names. Default false. */
  readonly basic?: boolean
  /** What `basic` asks a name and a password for: browsers show it. Printable ASCII. Default: none. */
  readonly realm?: string
  readonly header?: string
  readonly cookie?: string
  /** Default true. */
  readonly required?: boolean
  readonly tokenUrl?: string
}

/** Where a token was found. */
export type TokenSource = 'bearer' | 'basic' | 'header' | 'cookie'

/** Declares that an operation knows its user by a token, from a header or a cookie (spec §5.2). */
export function tokenFrom<const Options extends SecurityOptions>(
  options: Options,
): Security & { readonly required: Options extends { required: false } ? false : true } {
  const { bearer = true, basic = false, realm, header, cookie, required = true, tokenUrl } = options
  return { bearer, basic, realm, header, cookie, tokenUrl, required } as Security & {
    required: Options extends { required: false } ? false : true
  }
}

/** The challenge of a 401 (RFC 9110 §11.6.1): the schemes that are read, or FastAPI's word for keys. */
export function challengeOf({ bearer, basic, realm }: Security): string {
  const parameters = realm === undefined ? '' : ` realm="${realm.replace(/["\\]/g, '\\$&')}"`
  const schemes = [...(bearer ? ['Bearer'] : []), ...(basic ? [`Basic${parameters}`] : [])]
  return schemes.join(', ') || 'APIKey'
}
