/** One middleware over the same application as another one. */
export interface Contender {
  readonly name: string
  /** A fresh request for each call: middleware may write to what it is given. */
  readonly prepare: () => unknown
  readonly run: (prepared: never) => unknown
  /** What Access-Control-Allow-Origin an answer has. */
  readonly granted: (prepared: never, answer: never) => string | undefined
}

/** Two middlewares around the same application of one framework. */
export interface Duel {
  readonly framework: string
  readonly postern: Contender
  readonly peer: Contender
  readonly close?: () => Promise<unknown>
}
