import type { CorsOptions } from '@postern/contract/cors'

/** The origins of a policy as the peers take them. */
export function originOption({ allowOrigins = [], allowOriginRegex }: CorsOptions): '*' | string[] | RegExp {
  if (allowOriginRegex !== undefined) return new RegExp(`^${allowOriginRegex}$`)
  return allowOrigins.includes('*') ? '*' : [...allowOrigins]
}
