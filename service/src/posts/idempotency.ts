/** The owner and the purpose of a key: the same key of another user, or for another operation, is a different key. */
export type IdempotencyScope = {
  /** Null for requests without a signed-in user; these share their keys. */
  readonly user_id: number | null
  /** The operation's name, the same in every version of the service. */
  readonly operation: string
  /** The value of the client's `Idempotency-Key` header. */
  readonly key: string
}

/** One use of a key; the fingerprint, a hash of the body, distinguishes a repeated request from a different one. */
export type IdempotencyUse = IdempotencyScope & { readonly fingerprint: string }

/** A response that is stored in order to be sent again. */
export type KeptAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The stored data of a used key. */
export type IdempotencyRecord = { readonly fingerprint: string; readonly answer: KeptAnswer }

/** Seconds for which a key is stored; afterwards it counts as unused. */
export const idempotencyLifetime = 24 * 60 * 60
