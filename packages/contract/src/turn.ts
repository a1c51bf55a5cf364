import { BrokenBody } from './bind/broken-body.ts'
import type { CompiledOperation } from './compiled-operation.ts'
import type { Policy } from './cors/policy.ts'
import { dropBody, type Incoming, type Outgoing, type Send } from './incoming.ts'
import type { Answered } from './reply/answers.ts'
import { writeDetail } from './reply/detail-writer.ts'
import { FAILURES, type Failure, Refusal } from './reply/failure.ts'
import type { FailureWriter } from './reply/failure-writer.ts'
import type { Granting } from './reply/granting.ts'
import type { Mishap } from './reply/mishap.ts'

/**
 * One answered request, as `onAnswer` receives it: what the exchange sent, before code around it (`wrapExchange`)
 * changed that.
 */
export interface AnswerNotice {
  /** The request. */
  readonly incoming: Incoming
  /** The operation's name in the contract; undefined for a preflight and if no operation was found. */
  readonly operation: string | undefined
  /** The status of the response. */
  readonly status: number
  /** The time from when the request was received until its response was handed to the runtime. */
  readonly milliseconds: number
  /** The size of the body, for a HEAD that of its GET; 0 for a stream. */
  readonly bytes: number
}

/**
 * A 500, a failure that could not be rendered, or a stream that broke off, as `onError` receives it: a thrown error, or
 * issues without their values.
 */
export type ErrorNotice = Mishap & { readonly incoming: Incoming; readonly operation: string | undefined }

/** What all turns have in common. */
export interface TurnTerms {
  readonly policy: Policy
  readonly granting: Granting
  readonly writeFailure: FailureWriter
  /** Never throws. */
  readonly onError: ((notice: ErrorNotice) => void) | undefined
  readonly onAnswer: ((notice: AnswerNotice) => void) | undefined
}

/**
 * One request on its way through the exchange. It is answered once, whatever happens, with the policy's grants on the
 * response.
 */
export class Turn {
  readonly incoming: Incoming
  /** Set as soon as the operation is known. */
  operation: CompiledOperation | undefined
  readonly #terms: TurnTerms
  #send: Send
  readonly #began: number
  #isAnswered = false

  constructor(terms: TurnTerms, incoming: Incoming, send: Send) {
    this.#terms = terms
    this.#send = send
    this.incoming = incoming
    this.#began = terms.onAnswer === undefined ? 0 : performance.now()
  }

  /** Answers a preflight; its headers come from the policy. */
  answerPreflight(outgoing: Outgoing): void {
    this.#deliver(outgoing)
  }

  /** Answers with grants (Fetch, CORS check). A mishap becomes a 500 without details (spec §4.3.3). */
  answer(answered: Answered): void {
    if (this.#isAnswered) {
      this.#drop(answered)
      return
    }
    const { status, headers, body } = 'status' in answered ? answered : this.#writeFailure(answered)
    const granted = this.#terms.granting(headers, this.incoming.header('origin'))
    this.#deliver({ status, headers: granted, body })
  }

  /** Answers with a failure in the error dialect. Never throws, because nobody would catch it. */
  refuse(failure: Failure): void {
    try {
      this.answer(new Refusal(failure))
    } catch (error) {
      // The adapter cannot send it any more, for example because the host of a listener has already answered.
      this.#answerMishap(error)
    }
  }

  /** Answers when something was thrown on the way. Never throws. */
  fail(error: unknown): void {
    try {
      if (error instanceof BrokenBody) this.refuse(error.failure)
      else this.answer(this.operation?.answers.answerError(error, this.incoming) ?? { error })
    } catch (broken) {
      // It may not even be possible to test its class, as with a revoked proxy.
      this.#answerMishap(broken)
    }
  }

  /** Never throws, although a wrapper around the exchange may have thrown first and the adapter after it. */
  #answerMishap(error: unknown): void {
    try {
      this.answer({ error })
    } catch (unsent) {
      this.#report({ error: unsent })
      this.#answerUnasked()
    }
  }

  /**
   * Asks the request for nothing: a wrapper around the exchange may have passed on a copy whose methods do not work.
   */
  #answerUnasked(): void {
    try {
      this.#deliver(CRASH)
    } catch (unsent) {
      this.#report({ error: unsent })
    }
  }

  /** Asks the request for nothing either: Deno may have released one whose response is sent. */
  #drop(answered: Answered): void {
    if ('status' in answered) dropBody(answered.body)
    else if (!(answered instanceof Refusal)) this.#report(answered)
  }

  #writeFailure(answered: Refusal | Mishap): Outgoing {
    const report = (mishap: Mishap) => this.#report(mishap)
    if (answered instanceof Refusal) return this.#terms.writeFailure(answered.failure, this.incoming, report)
    report(answered)
    return this.#terms.writeFailure(FAILURES.crash, this.incoming, report)
  }

  #report(mishap: Mishap): void {
    this.#terms.onError?.({ ...mishap, incoming: this.incoming, operation: this.operation?.name })
  }

  #deliver(outgoing: Outgoing): void {
    if (this.#isAnswered) return
    this.#isAnswered = true
    let bytes: number
    try {
      bytes = this.#send(outgoing)
    } catch (error) {
      const { sentBytes } = this.incoming
      if (sentBytes === undefined) {
        this.#prepareSendPast()
        throw error
      }
      // A wrapper around the exchange threw after the response was sent.
      this.#report({ error })
      bytes = sentBytes
    }
    const { onAnswer } = this.#terms
    if (onAnswer === undefined) return
    const { incoming } = this
    const milliseconds = performance.now() - this.#began
    onAnswer({ incoming, operation: this.operation?.name, status: outgoing.status, milliseconds, bytes })
  }

  /** A wrapper around the exchange may have thrown instead of sending: the response to that error goes past it. */
  #prepareSendPast(): void {
    const { sendPast } = this.incoming
    if (sendPast === undefined) return
    this.#send = sendPast
    this.#isAnswered = false
  }
}

/**
 * Reports to `onError` what was thrown around an exchange, and sends a 500 if `send` was not called yet. Never throws.
 */
export type AnswerCrash = (incoming: Incoming, send: Send | undefined, error: unknown) => void

/** Creates the function that answers when something around an exchange throws. */
export function createCrash(terms: TurnTerms): AnswerCrash {
  return (incoming, send, error) => {
    if (send === undefined) terms.onError?.({ error, incoming, operation: undefined })
    else new Turn(terms, incoming, send).fail(error)
  }
}

const CRASH = writeDetail(FAILURES.crash)
