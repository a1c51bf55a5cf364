/** One recorded request and the reference's response; README section 3 describes each member. */
export interface HttpCase {
  readonly id: string
  readonly variant: string
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body_text?: string
  readonly body_base64?: string
  readonly tags?: readonly string[]
  readonly unsafe_in_js?: boolean
  readonly response: RecordedAnswer
}

/** The reference's response. */
export interface RecordedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** `not recorded` for the documents. */
  readonly body?: string
  readonly json_text?: string
}

/** A response as received from the socket. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Whether a request is a multipart form. */
export function isMultipart({ headers }: HttpCase): boolean {
  return headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /^multipart\/form-data/i.test(value),
  )
}
