import type { Contract } from '../contract.ts'
import { webOrigin } from '../route/url-reference.ts'

/** What a page that shows a contract must know about other origins. */
export interface Elsewhere {
  /** Whether a browser returns from there with a code for a token (RFC 6749 §4.1.2). */
  readonly givesCodes: boolean
  /** The origins of servers and of token issuers. */
  readonly origins: readonly string[]
}

/** Returns the other origins that the shown operations and the servers of a contract lead to. */
export function elsewhereOf({ routes, servers = [] }: Contract): Elsewhere {
  const securities = Object.values(routes).flatMap(({ declaration: { hidden, security } }) =>
    hidden === true ? [] : (security ?? []),
  )
  const urls = [
    ...servers.map(({ url }) => url),
    ...securities.flatMap(({ tokenUrl, openIdConnectUrl }) => [tokenUrl, openIdConnectUrl]),
  ]
  const origins = urls.flatMap((url) => (url === undefined ? [] : (webOrigin(url) ?? [])))
  return {
    givesCodes: securities.some(
      ({ authorizationUrl, openIdConnectUrl }) => (authorizationUrl ?? openIdConnectUrl) !== undefined,
    ),
    origins: [...new Set(origins)],
  }
}
