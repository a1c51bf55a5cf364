import type { CorsOptions } from '@postern/contract/cors'

/** Returns the origins of a policy in the form that the peers take. */
export function originOption({ allowOrigins = [], allowOriginRegex }: CorsOptions): '*' | string[] | RegExp {
  if (allowOriginRegex !== undefined) return new RegExp(`^${allowOriginRegex}$`)
  return allowOrigins.includes('*') ? '*' : [...allowOrigins]
}
