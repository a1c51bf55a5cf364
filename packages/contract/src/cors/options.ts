import type { Findings } from './problem.ts'

/** The cross-origin policy as its author writes it (spec §4.4). Everything is optional. */
export interface CorsOptions {
  /** Origins whose pages may read the answers, each exactly as a browser writes it; `*` means all. Default none. */
  readonly allowOrigins?: readonly string[] | undefined
  /** Origins by pattern, RE2 syntax, always matched against the whole origin. Not together with allowOrigins. */
  readonly allowOriginRegex?: string | undefined
  /** Methods a preflight may ask for; `*` means all. Default GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS. */
  readonly allowMethods?: readonly string[] | undefined
  /** Request headers beyond Accept, Accept-Language, Content-Language, Content-Type; `*` means all. Default Authorization. */
  readonly allowHeaders?: readonly string[] | undefined
  /** Permits cookies and authentication headers. Default false. Not together with the origin `*`. */
  readonly allowCredentials?: boolean | undefined
  /** Response headers that client scripts may read beyond the safelisted ones. Default none. */
  readonly exposeHeaders?: readonly string[] | undefined
  /** Seconds a browser may keep a preflight answer, 0 to 2147483647; 0 switches the cache off. Default 600. */
  readonly maxAge?: number | undefined
  /** Turns every warning into an error. Default false; recommended for tests and production images. */
  readonly strict?: boolean | undefined
  /** Where the options came from, as filled in by `policyOptionsFrom`: problems then name the variables. */
  readonly source?: OptionSource | undefined
}

/** An option that can come from elsewhere than code. */
export type OptionName = Exclude<keyof CorsOptions, 'source'>

/** The variable behind each option, and what reading the variables already brought to light. */
export interface OptionSource extends Findings {
  readonly variables: Readonly<Partial<Record<OptionName, string>>>
}

/** Every option's name. */
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

/** What holds where an option is left out. */
export const DEFAULT_OPTIONS = Object.freeze({
  allowMethods: Object.freeze(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
  allowHeaders: Object.freeze(['Authorization']),
  allowCredentials: false,
  maxAge: 600,
})
