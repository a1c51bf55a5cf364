import type { JsonSchema } from '@postern/model'
import type { Contract, Server } from '../contract.ts'
import { defined } from './defined.ts'

/** Returns the document's Info Object (OpenAPI 3.1 §4.8.2), in FastAPI's order. */
export function infoObject(contract: Contract): JsonSchema {
  const { title, summary, description, termsOfService, contact, license, version } = contract
  return defined({ title, summary, description, termsOfService, contact, license, version })
}

/**
 * Returns where the api is served (OpenAPI 3.1 §4.8.5): first the prefix of its host, as in FastAPI, then the servers
 * of the contract.
 */
export function serverObjects({ servers = [] }: Contract, rootPath = ''): readonly Server[] {
  const isListed = servers.length > 0 && (rootPath === '' || servers.some(({ url }) => url === rootPath))
  return isListed ? servers : [{ url: rootPath || '/' }, ...servers]
}
