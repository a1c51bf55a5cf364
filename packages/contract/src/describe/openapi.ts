import type { JsonSchema } from '@postern/model'
import type { Contract } from '../contract.ts'
import type { Operation } from '../route/operation.ts'
import { type Components, settleComponents } from './components.ts'
import { type ErrorDialect, type ErrorSchemas, errorSchemas } from './error-schemas.ts'
import { describeOperation } from './operation-object.ts'
import { securitySchemes } from './security-schemes.ts'

/** Options of {@link describeContract}. */
export interface DescriptionOptions {
  /** How the server writes failures. Default `fastapi`. */
  readonly errors?: ErrorDialect
}

/** The OpenAPI 3.1 document of a contract (spec §4.1 `/openapi.json`). Throws where two different models have one name. */
export function describeContract(contract: Contract, options: DescriptionOptions = {}): JsonSchema {
  const errors = errorSchemas(options.errors ?? 'fastapi')
  const { built: paths, components } = settleComponents((found) => describePaths(contract, found, errors))
  const { title, version, description } = contract
  const security = describeSecuritySchemes(contract)
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description !== undefined && { description }) },
    paths,
    components: {
      schemas: usedSchemas(paths, components, errors),
      ...(Object.keys(security).length > 0 && { securitySchemes: security }),
    },
  }
}

function describePaths(contract: Contract, components: Components, errors: ErrorSchemas): JsonSchema {
  const paths = new Map<string, Record<string, JsonSchema>>()
  for (const [operationId, operation] of shown(contract)) {
    operation.paths.forEach((path, index) => {
      const context = {
        operationId: index === 0 ? operationId : `${operationId}${index + 1}`,
        components,
        errors,
      }
      const item = paths.get(path) ?? {}
      item[operation.operation.method.toLowerCase()] = describeOperation(operation.operation, context)
      paths.set(path, item)
    })
  }
  return Object.fromEntries(paths)
}

function shown(contract: Contract): [string, { operation: Operation; paths: readonly string[] }][] {
  return Object.entries(contract.routes)
    .filter(([, operation]) => operation.declaration.hidden !== true)
    .map(([name, operation]) => [name, { operation, paths: [operation.path, ...operation.aliases] }])
}

/** The models' schemas, and of the error schemas those that some answer refers to, directly or through another. */
function usedSchemas(paths: JsonSchema, components: Components, errors: ErrorSchemas): JsonSchema {
  const schemas: Record<string, JsonSchema> = { ...components.schemas() }
  let text = JSON.stringify(paths)
  for (const [name, schema] of Object.entries(errors.components)) {
    if (!text.includes(`"#/components/schemas/${name}"`)) continue
    schemas[name] = schema
    text += JSON.stringify(schema)
  }
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function describeSecuritySchemes(contract: Contract): Readonly<Record<string, JsonSchema>> {
  const declared = Object.values(contract.routes).map(({ declaration }) => declaration.security)
  return Object.assign(
    {},
    ...declared.map((security) => (security === undefined ? {} : securitySchemes(security))),
  )
}
