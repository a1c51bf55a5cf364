/**
 * A finished response that a handler made with `reply`, `fail` or `rawReply`. Everything else it returns goes through
 * the response model.
 */
export class Reply {
  /** For the type system only: what merely has the fields of a reply is none. */
  declare protected readonly 'made by reply, fail or rawReply': true
  /** Undefined: the status of its operation. */
  readonly status: number | undefined
  readonly body: unknown
  readonly headers: readonly string[]
  /**
   * How the body is written: through the model declared for the status, as a failure in the error dialect, or as it is.
   */
  readonly form: 'model' | 'failure' | 'raw'

  constructor(
    status: number | undefined,
    body: unknown,
    about: { readonly headers: readonly string[]; readonly form: Reply['form'] },
  ) {
    this.status = status
    this.body = body
    this.headers = about.headers
    this.form = about.form
  }
}
