import type { JsonSchema } from '@postern/model'
import type { Contract, Server } from '../contract.ts'
import { isUrlReference } from '../route/url-reference.ts'
import { shownGiven } from '../shown-given.ts'
import { unknownOptions } from '../unknown-options.ts'

/** The document's Info Object (OpenAPI 3.1 §4.8.2), in FastAPI's order. */
export function infoObject(contract: Contract): JsonSchema {
  const { title, summary, description, termsOfService, contact, license, version } = contract
  const words = { title, summary, description, termsOfService, contact, license, version }
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined))
}

/** Where the api is served (OpenAPI 3.1 §4.8.5): under the prefix of its host first, as FastAPI has it, then wherever the contract says. */
export function serverObjects({ servers = [] }: Contract, rootPath = ''): readonly Server[] {
  const isToldOf = servers.length > 0 && (rootPath === '' || servers.some(({ url }) => url === rootPath))
  return isToldOf ? servers : [{ url: rootPath || '/' }, ...servers]
}

/** What is wrong with what a contract tells of itself: each mistake with what to write instead. */
export function reviewInfo(contract: Contract): string[] {
  const { license, tags = [], servers = [] } = contract
  const names = tags.map(({ name }) => name)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index))
  const mistakes = [
    ...unknownOptions('contract', contract, PARTS),
    ...[...repeated].map((name) => `tags tells of ${shownGiven(name)} twice; keep one of them`),
  ]
  if (license?.identifier !== undefined && license.url !== undefined)
    mistakes.push('license has an identifier and a url; OpenAPI has it by one of them')
  for (const { url } of servers) {
    if (!isUrlReference(url))
      mistakes.push(
        `servers has ${shownGiven(url)}, which is no URL; write one such as https://api.example.com/v1`,
      )
  }
  return mistakes
}

const PARTS = {
  title: true,
  version: true,
  routes: true,
  summary: true,
  description: true,
  termsOfService: true,
  contact: true,
  license: true,
  tags: true,
  servers: true,
} satisfies Record<keyof Contract, true>
