import type { Findings } from './problem.ts'

/** The cross-origin policy as you write it (spec §4.4). Everything is optional. */
export interface CorsOptions {
  /** Origins whose pages may read responses, each exactly as a browser writes it; `*` means all. Default none. */
  readonly allowOrigins?: readonly string[] | undefined
  /**
   * Origins by a pattern in RE2 syntax, always matched against the whole origin. Cannot be combined with allowOrigins.
   */
  readonly allowOriginRegex?: string | undefined
  /** Methods that a preflight may request; `*` means all. Default GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS. */
  readonly allowMethods?: readonly string[] | undefined
  /**
   * Request headers allowed beyond Accept, Accept-Language, Content-Language, Content-Type; `*` means all. Default
   * Authorization.
   */
  readonly allowHeaders?: readonly string[] | undefined
  /** Permits cookies and authentication headers. Default false. Cannot be combined with the origin `*`. */
  readonly allowCredentials?: boolean | undefined
  /** Response headers that client scripts may read beyond the safelisted ones. Default none. */
  readonly exposeHeaders?: readonly string[] | undefined
  /**
   * How many seconds a browser may cache a preflight's response, 0 to 2147483647; 0 turns the cache off. Default 600.
   */
  readonly maxAge?: number | undefined
  /** Turns every warning into an error. Default false; recommended for tests and production images. */
  readonly strict?: boolean | undefined
  /** Where the options came from, filled in by `policyOptionsFrom`; problems then name the variables. */
  readonly source?: OptionSource | undefined
}

/** An option that may come from elsewhere than code. */
export type OptionName = Exclude<keyof CorsOptions, 'source'>

/** The variable behind each option, and what was found while reading the variables. */
export interface OptionSource extends Findings {
  readonly variables: Readonly<Partial<Record<OptionName, string>>>
}

/** The name of every option. */
export const OPTION_NAMES: readonly OptionName[] = Object.freeze([
  'allowOrigins',
  'allowOriginRegex',
  'allowMethods',
  'allowHeaders',
  'allowCredentials',
  'exposeHeaders',
  'maxAge',
  'strict',
])

/** The values of options that are left out. */
export const DEFAULT_OPTIONS = Object.freeze({
  allowMethods: Object.freeze(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
  allowHeaders: Object.freeze(['Authorization']),
  allowCredentials: false,
  maxAge: 600,
})
