import { shownGiven } from '@postern/model'

/**
 * Throws a TypeError for what is not an api, such as its `fetch` or a contract, which untyped code may give: every
 * request would fail.
 */
export function requireApi(api: { readonly exchange: unknown }): void {
  const given: unknown = api
  if (typeof Object(given).exchange === 'function') return
  throw new TypeError(`The api is ${shownGiven(given)}; pass what implement(…) returns`)
}
