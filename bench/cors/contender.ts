/** One of two middlewares over the same application. */
export interface Contender {
  readonly name: string
  /** Creates a fresh request for each call, since middleware may write to it. */
  readonly prepare: () => unknown
  readonly run: (prepared: never) => unknown
  /** Returns the Access-Control-Allow-Origin header of a response. */
  readonly granted: (prepared: never, answer: never) => string | undefined
}

/** Two middlewares around the same application in one framework. */
export interface Duel {
  readonly framework: string
  readonly postern: Contender
  readonly peer: Contender
  readonly close?: () => Promise<unknown>
}
