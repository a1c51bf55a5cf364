import { type AnswerNotice, type Api, type Incoming, type Send, wrapExchange } from '@postern/contract'
import { grantHeaders, mergeGrants } from '@postern/contract/cors'
import { withHeaders } from './with-headers.ts'

/** Whether a request is let in, and the headers of its response in either case: alternating names and values. */
export interface Admission {
  readonly headers: readonly string[]
  /** Why it is not let in; undefined where it is. */
  readonly refusal?: { readonly status: number; readonly detail: string }
}

/** Decides about a request when only its request line and headers have been read. */
export type Admit = (incoming: Incoming) => Admission | Promise<Admission>

/** What admission works with. */
export interface AdmissionOptions {
  readonly admit: Admit
  /** Receives each request that is not let in, in the form in which an API reports the requests it responds to. */
  readonly onAnswer: (notice: AnswerNotice) => void
}

/**
 * Puts admission in front of an API: a refused request gets its response at once, with the policy's grants as on every
 * response.
 */
export function withAdmission(api: Api, { admit, onAnswer }: AdmissionOptions): Api {
  const refuse = (incoming: Incoming, { status, detail, headers }: Refused, send: Send) => {
    const own = ['content-type', 'application/json', ...headers]
    const grants = grantHeaders(api.policy, incoming.header('origin'))
    const bytes = send({ status, headers: mergeGrants(own, grants), body: JSON.stringify({ detail }) })
    onAnswer({ incoming, operation: undefined, status, milliseconds: 0, bytes })
  }
  return wrapExchange(api, (exchange) => {
    const proceed = (incoming: Incoming, { refusal, headers }: Admission, send: Send) => {
      if (refusal !== undefined) refuse(incoming, { ...refusal, headers }, send)
      else if (headers.length === 0) exchange(incoming, send)
      else exchange(incoming, (outgoing) => send(withHeaders(outgoing, headers)))
    }
    return (incoming, send) => {
      const admission = admit(incoming)
      // A rejection goes to the caller, as a synchronous error does.
      if (admission instanceof Promise) return admission.then((later) => proceed(incoming, later, send))
      return proceed(incoming, admission, send)
    }
  })
}

type Refused = Pick<Admission, 'headers'> & NonNullable<Admission['refusal']>
