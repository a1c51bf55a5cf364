/** Where a request may carry its token; the api's `authenticate` turns the token into a user (spec §5). */
export interface Security {
  /** Whether `Authorization: Bearer …` is read. */
  readonly bearer: boolean
  /** The name of a header that holds nothing but the token, such as `X-API-Key`, if one is read; a bearer token wins. */
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
  readonly header?: string
  readonly cookie?: string
  /** Default true. */
  readonly required?: boolean
  readonly tokenUrl?: string
}

/** Where a token was found. */
export type TokenSource = 'bearer' | 'header' | 'cookie'

/** Declares that an operation knows its user by a token, from a header or a cookie (spec §5.2). */
export function tokenFrom<const Options extends SecurityOptions>(
  options: Options,
): Security & { readonly required: Options extends { required: false } ? false : true } {
  const { bearer = true, header, cookie, required = true, tokenUrl } = options
  return { bearer, header, cookie, tokenUrl, required } as Security & {
    required: Options extends { required: false } ? false : true
  }
}
