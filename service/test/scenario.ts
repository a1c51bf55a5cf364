/** A rule of the specification as requests to a running service and their responses. */
export interface Scenario {
  /** The section of the rule: `§4.2.2`. */
  readonly section: string
  readonly name: string
  /** Environment variables of the service, as an operator would set them. */
  readonly environment?: Readonly<Record<string, string>>
  /**
   * Users who are signed in before the first step, each with the name under which the token is kept. The password of
   * each is `<username> has a horse`.
   */
  readonly signedIn?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

/** One request and its expected response. `<name>` in any string stands for a value that an earlier step kept. */
export interface Step {
  /** Method and target: `POST /posts/`. */
  readonly send: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body: JSON, a form, or text or bytes sent as they are; at most one of them. */
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Sends the body in chunks, without a length. */
  readonly chunked?: true
  readonly status: number
  /** Headers of the response: equal, matching, or null for absent. */
  readonly answers?: Readonly<Record<string, string | RegExp | null>>
  /** The JSON of the response; a pattern stands for a string that it matches, `anything` for any value. */
  readonly gives?: unknown
  /** The text of the response where it is not JSON. */
  readonly text?: string | RegExp
  /** Values to keep for later steps, from the body by a dotted path or from a header. */
  readonly keep?: Readonly<
    Record<string, { readonly body: string } | { readonly header: string; readonly part?: RegExp }>
  >
}

/** Stands for any value. */
export const anything: unique symbol = Symbol('anything')

/** A time written by the service: ISO 8601, UTC. */
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
