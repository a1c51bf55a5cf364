import {
  type AnswerNotice,
  type Api,
  type Incoming,
  type Outgoing,
  type Send,
  wrapExchange,
} from '@postern/contract'
import { grantHeaders, mergeGrants } from '@postern/contract/cors'

/** Whether a request is let in, and the headers that its answer has either way: names and values by turns. */
export interface Admission {
  readonly headers: readonly string[]
  /** Why it is not let in; undefined where it is. */
  readonly refusal?: { readonly status: number; readonly detail: string }
}

/** Decides about a request before anything of it is read but its line and headers. */
export type Admit = (incoming: Incoming) => Admission | Promise<Admission>

/** What letting in works with. */
export interface AdmissionOptions {
  readonly admit: Admit
  /** Told of each request that is not let in, as an api tells of those it answers. */
  readonly onAnswer: (notice: AnswerNotice) => void
}

/** The same api behind a gate: what is not let in is answered at once, with the policy's grants as on every answer. */
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
      // What fails later goes to whoever called, as what fails at once does.
      if (admission instanceof Promise) return admission.then((later) => proceed(incoming, later, send))
      return proceed(incoming, admission, send)
    }
  })
}

type Refused = Pick<Admission, 'headers'> & NonNullable<Admission['refusal']>

function withHeaders(outgoing: Outgoing, headers: readonly string[]): Outgoing {
  return { ...outgoing, headers: [...outgoing.headers, ...headers] }
}
