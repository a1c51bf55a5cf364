import { shownGiven } from '@postern/model'
import type { Contract } from '../contract.ts'
import { isNamed } from '../named-object.ts'
import { mistypedOptions, type OptionType, unknownOptions } from '../option-mistakes.ts'
import { isUrlReference } from '../route/url-reference.ts'
import { reviewKinds, without } from './kinds.ts'

/** The usable part of a contract, and its mistakes. */
export interface ReviewedContract {
  /**
   * Without the operations that cannot be used, and without its title, tags and the like if some of them are of the
   * wrong type.
   */
  readonly contract: Contract
  /** The operations that cannot be used, by name. */
  readonly unusable: ReadonlyMap<string, unknown>
  /** What is wrong with the contract's own properties and with those operations, each with what to write instead. */
  readonly mistakes: readonly string[]
}

/** Reviews a contract, except its usable operations. */
export function reviewContract(declared: Contract): ReviewedContract {
  // Untyped code may give anything.
  const given: Partial<Contract> = Object(declared)
  const mistyped = isNamed(declared) ? reviewTypes(given) : []
  const words = mistyped.length > 0 ? {} : given
  const operations = isNamed(given.routes) ? given.routes : {}
  const unusable = reviewKinds(operations)
  return {
    contract: { title: '', version: '', ...words, routes: without(unusable, operations) },
    unusable,
    mistakes: [
      ...unknownOptions('contract', declared, PARTS),
      ...mistyped,
      ...reviewWords(given),
      ...[...unusable.values()].flat(),
    ],
  }
}

function reviewTypes(given: Partial<Contract>): string[] {
  const { routes, contact, license, externalDocs } = given
  return [
    ...mistypedOptions(given, PARTS, ['title', 'version']),
    ...(isNamed(routes) ? [] : [`routes is ${shownGiven(routes)}; write ${OPERATIONS}`]),
    ...(contact === undefined ? [] : reviewShape('contact', contact, CONTACT)),
    ...(license === undefined ? [] : reviewShape('license', license, LICENSE)),
    ...(externalDocs === undefined ? [] : reviewShape('externalDocs', externalDocs, EXTERNAL_DOCS)),
    ...reviewList('tags', given, TAG),
    ...reviewList('servers', given, SERVER),
  ]
}

const OPERATIONS = "the operations under their names: { list: routes().get('/…', { response: … }) }"

function reviewList(part: 'tags' | 'servers', given: Partial<Contract>, shape: Shape): string[] {
  const { [part]: listed = [] } = given
  if (!Array.isArray(listed)) return [`${part} is ${shownGiven(listed)}; write a list of ${shape.example}`]
  return listed.flatMap((one, at) => reviewShape(`${part}[${at}]`, one, shape))
}

function reviewShape(place: string, given: unknown, { types, needed, example }: Shape): string[] {
  if (!isNamed(given)) return [`${place} is ${shownGiven(given)}; write ${example}`]
  return mistypedOptions(given, types, needed).map((mistake) => `${place}.${mistake}`)
}

interface Shape {
  readonly types: Readonly<Record<string, OptionType>>
  readonly needed: readonly string[]
  readonly example: string
}

const CONTACT: Shape = {
  types: { name: 'string', url: 'string', email: 'string' },
  needed: [],
  example: "{ email: 'ann@example.com' }",
}

const LICENSE: Shape = {
  types: { name: 'string', identifier: 'string', url: 'string' },
  needed: ['name'],
  example: "{ name: 'MIT' }",
}

const EXTERNAL_DOCS: Shape = {
  types: { url: 'string', description: 'string' },
  needed: ['url'],
  example: "{ url: 'https://docs.example.com' }",
}

const TAG: Shape = {
  types: { name: 'string', description: 'string', externalDocs: 'object' },
  needed: ['name'],
  example: "{ name: 'posts' }",
}

/** Its URL is reported with those that are not URLs. */
const SERVER: Shape = {
  types: { description: 'string' },
  needed: [],
  example: "{ url: 'https://api.example.com/v1' }",
}

function reviewWords({ license, tags, servers }: Partial<Contract>): string[] {
  const names = listedIn(tags).map(({ name }) => name)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index))
  const both = license?.identifier !== undefined && license.url !== undefined
  const misplaced = listedIn(servers).filter(({ url }) => !isUrlReference(url))
  return [
    ...[...repeated].map((name) => `tags describes ${shownGiven(name)} twice; keep one of them`),
    ...(both
      ? ['license has an identifier and a url; OpenAPI allows only one of them, so remove the other']
      : []),
    ...misplaced.map(
      ({ url }) =>
        `servers has ${shownGiven(url)}, which is not a URL; write one such as https://api.example.com/v1`,
    ),
  ]
}

/** What is not an object, or not in a list, has already been reported. */
function listedIn<One extends object>(given: readonly One[] | undefined): readonly One[] {
  const listed: readonly One[] = Array.isArray(given) ? given : []
  return listed.filter((one) => isNamed(one))
}

const PARTS = {
  title: 'string',
  version: 'string',
  routes: true,
  summary: 'string',
  description: 'string',
  termsOfService: 'string',
  contact: true,
  license: true,
  tags: true,
  externalDocs: true,
  servers: true,
} satisfies Record<keyof Contract, OptionType>
