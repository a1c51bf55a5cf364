import type { JsonSchema } from '@postern/model'
import type { Contract } from '../contract.ts'
import { ContractError, type ErrorDialect } from '../errors.ts'
import type { Operation } from '../route/operation.ts'
import { type NamedSchemas, reviewNames } from './component-names.ts'
import { settleComponents } from './components.ts'
import { type ErrorSchemas, errorSchemas } from './error-schemas.ts'
import { describeOperation } from './operation-object.ts'
import { requireTags } from './required-tags.ts'
import { reviewDescriptions } from './review.ts'
import { securitySchemes } from './security-schemes.ts'

/** Options of {@link describeContract}. */
export interface DescriptionOptions {
  /** How the server writes failures. Default `fastapi`. */
  readonly errors?: ErrorDialect
  /** The prefix that a host mounts the server under, default none. */
  readonly basePath?: string
}

/** The OpenAPI 3.1 document of a contract (spec §4.1 `/openapi.json`). Throws a {@link ContractError} that lists every mistake in what it tells. */
export function describeContract(contract: Contract, options: DescriptionOptions = {}): JsonSchema {
  const errors = errorSchemas(options.errors ?? 'fastapi')
  const shown = shownOperations(contract)
  const { built: paths, components } = settleComponents((found) =>
    describePaths(shown, (operation, operationId) =>
      describeOperation(operation, { operationId, components: found, errors }),
    ),
  )
  const named = [...components.named(), ...usedErrorSchemas(paths, errors)]
  const mistakes = [...reviewNames(named), ...reviewDescriptions(shown)]
  if (mistakes.length > 0) throw new ContractError(mistakes)
  const { title, version, description } = contract
  const security = Object.assign({}, ...shown.map(([, { declaration }]) => schemesOf(declaration)))
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description !== undefined && { description }) },
    servers: [{ url: options.basePath || '/' }],
    // Said of all, that an operation without a word of its own is meant to be open.
    security: [],
    paths,
    components: {
      schemas: requireTags(sorted(named), paths),
      ...(Object.keys(security).length > 0 && { securitySchemes: security }),
    },
  }
}

type Shown = readonly (readonly [string, Operation])[]

function shownOperations(contract: Contract): Shown {
  return Object.entries(contract.routes).filter(([, operation]) => operation.declaration.hidden !== true)
}

function describePaths(
  shown: Shown,
  describe: (operation: Operation, operationId: string) => JsonSchema,
): JsonSchema {
  const paths = new Map<string, Record<string, JsonSchema>>()
  const taken = new Set(shown.map(([name]) => name))
  for (const [name, operation] of shown) {
    for (const [index, path] of [operation.path, ...operation.aliases].entries()) {
      const item = paths.get(path) ?? {}
      const operationId = index === 0 ? name : freeName(name, taken)
      item[operation.method.toLowerCase()] = describe(operation, operationId)
      paths.set(path, item)
    }
  }
  return Object.fromEntries(paths)
}

/** `listPosts` → `listPosts2`, or the next that is free. */
function freeName(name: string, taken: Set<string>): string {
  let number = 2
  while (taken.has(`${name}${number}`)) number++
  taken.add(`${name}${number}`)
  return `${name}${number}`
}

/** The error schemas that some answer refers to, directly or through another. */
function usedErrorSchemas(paths: JsonSchema, errors: ErrorSchemas): NamedSchemas {
  let text = JSON.stringify(paths)
  const used: [string, JsonSchema][] = []
  for (const [name, schema] of Object.entries(errors.components)) {
    if (!text.includes(`"#/components/schemas/${name}"`)) continue
    used.push([name, schema])
    text += JSON.stringify(schema)
  }
  return used
}

function sorted(named: NamedSchemas): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function schemesOf({ security }: Operation['declaration']): Readonly<Record<string, JsonSchema>> {
  return security === undefined ? {} : securitySchemes(security)
}
