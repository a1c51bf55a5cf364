import type { JsonSchema } from '@postern/model'
import type { Contract } from '../contract.ts'

/** The document's Info Object (OpenAPI 3.1 §4.8.2), in FastAPI's order. */
export function infoObject(contract: Contract): JsonSchema {
  const { title, summary, description, termsOfService, contact, license, version } = contract
  const words = { title, summary, description, termsOfService, contact, license, version }
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined))
}

/** What is wrong with what a contract tells of itself: each mistake with what to write instead. */
export function reviewInfo({ license, tags = [] }: Contract): string[] {
  const names = tags.map(({ name }) => name)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index))
  const mistakes = [...repeated].map(
    (name) => `tags tells of ${JSON.stringify(name)} twice; keep one of them`,
  )
  if (license?.identifier !== undefined && license.url !== undefined)
    mistakes.push('license has an identifier and a url; OpenAPI has it by one of them')
  return mistakes
}
