import type { Operation } from './route/operation.ts'

/** Operations under their names; a name becomes the operationId. */
export type Operations = Readonly<Record<string, Operation>>

/** What a server, a document and a client have in common; no server code inside. */
export interface Contract<O extends Operations = Operations> {
  readonly title: string
  readonly version: string
  readonly description?: string
  readonly routes: O
}

/** Declares a contract. A wrong declaration (a clash of paths or component names, a bad kind) is reported when it is implemented or described. */
export function contract<const O extends Operations>(declared: Contract<O>): Contract<O> {
  return declared
}
