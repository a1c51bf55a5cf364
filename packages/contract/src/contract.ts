import type { Operation } from './route/operation.ts'

/** Operations under their names; a name becomes the operationId where none is declared. */
export type Operations = Readonly<Record<string, Operation>>

/** What a server, a document and a client have in common; no server code inside. */
export interface Contract<O extends Operations = Operations> extends ContractInfo {
  readonly routes: O
  /** What tags mean, in the order in which the pages show them. Tags of operations need no entry. Default none. */
  readonly tags?: readonly Tag[]
  /** Where more is told of it (OpenAPI 3.1 §4.8.11). Default: nowhere. */
  readonly externalDocs?: NonNullable<Tag['externalDocs']>
  /** Where it is served, for readers of the document elsewhere. Default: wherever the document is. */
  readonly servers?: readonly Server[]
}

/** What the document tells of the whole, in the words of OpenAPI 3.1 (§4.8.2, Info Object). */
export interface ContractInfo {
  /** The name of the api, shown by the pages as well. */
  readonly title: string
  /** That of the api, in whatever form. */
  readonly version: string
  /** A line. */
  readonly summary?: string
  /** Markdown, as every description. */
  readonly description?: string
  /** A URL. */
  readonly termsOfService?: string
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  /** The licence of the API, with its SPDX identifier or a URL of its text. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string }
}

/** What a tag means (OpenAPI 3.1 §4.8.22, Tag Object). */
export interface Tag {
  readonly name: string
  readonly description?: string
  readonly externalDocs?: { readonly url: string; readonly description?: string }
}

/** A place where the api is served (OpenAPI 3.1 §4.8.5, Server Object). */
export interface Server {
  /** It may be relative to where the document is served. */
  readonly url: string
  readonly description?: string
}

/** Declares a contract. Whatever is wrong with it is reported when it is implemented, and when it is described alone. */
export function contract<const O extends Operations>(declared: Contract<O>): Contract<O> {
  return declared
}
