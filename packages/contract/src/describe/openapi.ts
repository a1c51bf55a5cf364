import type { JsonSchema } from '@postern/model'
import type { Contract } from '../contract.ts'
import type { ErrorDialect, ErrorInput } from '../error-dialect.ts'
import { ContractError } from '../errors.ts'
import { unknownOptions } from '../option-mistakes.ts'
import { reviewContract } from '../review/contract.ts'
import { reviewDeclared } from '../review/operations.ts'
import type { Operation } from '../route/operation.ts'
import { documentedPath } from '../route/path.ts'
import { type NamedSchemas, reviewComponentNames } from './component-names.ts'
import { settleComponents } from './components.ts'
import { defined } from './defined.ts'
import { reviewDescriptions } from './descriptions-review.ts'
import { type ErrorSchemas, errorSchemas } from './error-schemas.ts'
import { infoObject, serverObjects } from './info-object.ts'
import { joinComponents } from './joined-components.ts'
import { describeOperation, type OperationTerms } from './operation-object.ts'
import { reviewOptions } from './options-review.ts'
import { requireTags } from './required-tags.ts'
import { securitySchemes } from './security-schemes.ts'
import { writeTypeArrays } from './type-arrays.ts'

/** How a document writes the schemas of models. */
export interface SchemaOptions {
  /**
   * How a value that may be null is described. `any-of` as in FastAPI. `type-array` writes `type: ['string', 'null']`
   * for a value of one type, for generators that require it. Default `any-of`.
   */
  readonly nullable?: 'any-of' | 'type-array'
  /**
   * Whether a model whose input and output differ becomes two components, `Name-Input` and `Name-Output`. With false it
   * is one component, described as input, and a mistake at start if that does not fit the output. Default true.
   */
  readonly separateInputOutput?: boolean
}

/** Options of {@link describeContract}. */
export interface DescriptionOptions extends SchemaOptions {
  /** The dialect in which the server writes failures. Default `fastapi`. */
  readonly errors?: ErrorDialect
  /** What the server shows of invalid values in a 422. Default `full`. */
  readonly errorInput?: ErrorInput
  /** The prefix under which a host mounts the server. Default none. */
  readonly rootPath?: string
}

/**
 * Returns the OpenAPI 3.1 document of a contract (spec §4.1 `/openapi.json`). Throws a {@link ContractError} that lists
 * every mistake in the declarations and in what the document says about them.
 */
export function describeContract(declared: Contract, options: DescriptionOptions = {}): JsonSchema {
  const { contract, mistakes: unusable } = reviewContract(declared)
  const { document, mistakes } = draftDocument(contract, Object(options))
  const unknown = unknownOptions('describeContract', options, OPTIONS)
  const found = [...unknown, ...unusable, ...reviewDeclared(contract.routes), ...mistakes]
  if (found.length > 0) throw new ContractError(found)
  return document
}

const OPTIONS = {
  errors: true,
  errorInput: true,
  rootPath: true,
  nullable: true,
  separateInputOutput: true,
} satisfies Record<keyof DescriptionOptions, true>

/**
 * Returns the document of a contract that is reviewed elsewhere, and every mistake in what it says about the
 * operations.
 */
export function draftDocument(
  contract: Contract,
  options: DescriptionOptions,
): { readonly document: JsonSchema; readonly mistakes: readonly string[] } {
  const mistaken = reviewOptions(options)
  const { rootPath, nullable, ...terms } = mistaken.length > 0 ? {} : options
  const shown = shownOperations(contract)
  const { paths, named, ofFailures, mistakes } = describeShown(shown, terms)
  const found = [
    ...mistaken,
    ...mistakes,
    ...reviewComponentNames(named, ofFailures),
    ...reviewDescriptions(shown),
  ]
  if (found.length > 0) return { document: {}, mistakes: found }
  const schemes = securitySchemes(shown.flatMap(([, { declaration }]) => declaration.security ?? []))
  const document = {
    openapi: '3.1.0',
    info: infoObject(contract),
    servers: serverObjects(contract, rootPath),
    // Set for the whole document: an operation without a security of its own is open, and not forgotten.
    security: [],
    paths,
    components: {
      schemas: requireTags(sorted([...named, ...ofFailures]), paths),
      ...(Object.keys(schemes).length > 0 && { securitySchemes: schemes }),
    },
    ...defined({ tags: contract.tags, externalDocs: contract.externalDocs }),
  }
  return { document: nullable === 'type-array' ? writeTypeArrays(document) : document, mistakes: [] }
}

type DescriptionTerms = Pick<DescriptionOptions, 'errors' | 'errorInput' | 'separateInputOutput'>

/** Returns the paths, and every schema that they refer to. */
function describeShown(shown: Shown, options: DescriptionTerms) {
  const { errors: dialect = 'fastapi', errorInput = 'full', separateInputOutput = true } = options
  const { built, components } = settleComponents(separateInputOutput, (found) => {
    const errors = errorSchemas(dialect, { errorInput, components: found })
    const paths = describePaths(shown, (operation, names) =>
      describeOperation(operation, { ...names, components: found, errors }),
    )
    return { errors, paths }
  })
  const { paths, errors } = built
  const { named, mistakes } = separateInputOutput
    ? { named: components.named(), mistakes: [] }
    : joinComponents(components)
  return { paths, named, ofFailures: usedErrorSchemas(paths, errors), mistakes }
}

type Shown = readonly (readonly [string, Operation])[]

function shownOperations(contract: Contract): Shown {
  return Object.entries(contract.routes).filter(([, operation]) => operation.declaration.hidden !== true)
}

function describePaths(
  shown: Shown,
  describe: (operation: Operation, names: Pick<OperationTerms, 'operationId' | 'name'>) => JsonSchema,
): JsonSchema {
  const paths = new Map<string, Record<string, JsonSchema>>()
  const taken = new Set(shown.map(([name, { declaration }]) => declaration.operationId ?? name))
  for (const [name, operation] of shown) {
    const id = operation.declaration.operationId ?? name
    for (const [index, path] of [operation.path, ...operation.aliases].map(documentedPath).entries()) {
      const item = paths.get(path) ?? {}
      const operationId = index === 0 ? id : freeName(id, taken)
      item[operation.method.toLowerCase()] = describe(operation, { operationId, name })
      paths.set(path, item)
    }
  }
  return Object.fromEntries(paths)
}

/** `listPosts` → `listPosts2`, or the next free number. */
function freeName(name: string, taken: Set<string>): string {
  let number = 2
  while (taken.has(`${name}${number}`)) number++
  taken.add(`${name}${number}`)
  return `${name}${number}`
}

/** Returns the error schemas that some response refers to, directly or through another schema. */
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
