import type { Operation } from './route/operation.ts'

/** Operations under their names. The name is the operationId unless one is declared. */
export type Operations = Readonly<Record<string, Operation>>

/** What a server, a document and a client share. Contains no server code. */
export interface Contract<O extends Operations = Operations> extends ContractInfo {
  /** The operations under their names, which handlers and clients use. */
  readonly routes: O
  /**
   * Descriptions of tags, in the order in which the pages show them. Tags of operations need no entry. Default none.
   */
  readonly tags?: readonly Tag[]
  /** Where to find more documentation (OpenAPI 3.1 §4.8.11). Default: nowhere. */
  readonly externalDocs?: NonNullable<Tag['externalDocs']>
  /** Where the api is served, for readers who have the document elsewhere. Default: where the document is served. */
  readonly servers?: readonly Server[]
}

/** What the document says about the api as a whole, in the terms of OpenAPI 3.1 (§4.8.2, Info Object). */
export interface ContractInfo {
  /** The name of the api, also shown on the pages. */
  readonly title: string
  /** The version of the api, in any form. */
  readonly version: string
  /** One line. */
  readonly summary?: string
  /** Markdown, as in every description. */
  readonly description?: string
  /** A URL. */
  readonly termsOfService?: string
  /** Whom readers may ask. */
  readonly contact?: {
    /** The name of a person or organization. Default none. */
    readonly name?: string
    /** The URL of a page. Default none. */
    readonly url?: string
    /** An e-mail address. Default none. */
    readonly email?: string
  }
  /** The licence of the api, with its SPDX identifier or a URL of its text. */
  readonly license?: {
    /** The name of the licence. */
    readonly name: string
    /** Its SPDX identifier, such as `MIT`; not together with `url`. Default none. */
    readonly identifier?: string
    /** The URL of its text; not together with `identifier`. Default none. */
    readonly url?: string
  }
}

/** The description of a tag (OpenAPI 3.1 §4.8.22, Tag Object). */
export interface Tag {
  /** The name, as operations give it in `tags`. */
  readonly name: string
  /** Markdown. Default none. */
  readonly description?: string
  /** Where to find more about it. Default: nowhere. */
  readonly externalDocs?: {
    /** The URL of a page. */
    readonly url: string
    /** Markdown. Default none. */
    readonly description?: string
  }
}

/** A location of the api (OpenAPI 3.1 §4.8.5, Server Object). */
export interface Server {
  /** May be relative to where the document is served. */
  readonly url: string
  /** Markdown. Default none. */
  readonly description?: string
}

/** Declares a contract. Its mistakes are reported when it is implemented or described on its own. */
export function contract<const O extends Operations>(declared: Contract<O>): Contract<O> {
  return declared
}
