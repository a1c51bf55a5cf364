/** Whose key it is and what for: the same key of another user, or for another operation, is another key. */
export type IdempotencyScope = {
  /** Null for requests that no user signed; these share their keys. */
  readonly user_id: number | null
  /** The operation's name, the same in every version of the service. */
  readonly operation: string
  /** What the client sent as `Idempotency-Key`. */
  readonly key: string
}

/** The use of a key; the fingerprint, a hash of the body, tells a repeated request from another one. */
export type IdempotencyUse = IdempotencyScope & { readonly fingerprint: string }

/** An answer that is kept to be given again. */
export type KeptAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What is stored of a used key. */
export type IdempotencyRecord = { readonly fingerprint: string; readonly answer: KeptAnswer }

/** Seconds that a key is kept; after them it counts as never used. */
export const idempotencyLifetime = 24 * 60 * 60
