import type { KindLike } from '@postern/model'
import { type ErrorHandler, isHttpError } from '../errors.ts'
import type { Incoming, Outgoing } from '../incoming.ts'
import { type Declaration, isRedirect } from '../route/operation.ts'
import { challengeOf } from '../route/security.ts'
import { isStream } from '../route/stream.ts'
import { BODILESS } from '../status.ts'
import type { DropReport } from './drop-report.ts'
import { FAILURES, Refusal } from './failure.ts'
import { headerPairs, JSON_HEADERS, withOwn } from './header-pairs.ts'
import { type Mishap, type MishapReport, misfitIn } from './mishap.ts'
import { compileModelWriter, type ModelWriterTerms } from './model-writer.ts'
import { compileRawAnswer } from './raw-answer.ts'
import { Reply } from './reply.ts'
import { OpenedStream } from './stream-handler.ts'

/** The responses of an operation. None of these functions throws. */
export interface Answers {
  /** Answers with what a handler returned, through the model of its status. A misfit is a mishap (spec §4.3). */
  answer(returned: unknown, incoming: Incoming): Answered
  /** Answers with what a guard returned instead of nothing. Anything but a reply is a mishap. */
  answerGuard(returned: unknown, incoming: Incoming): Answered
  /**
   * Answers with what was thrown: a reply as if it had been returned; the declared failure of an HttpError, which the
   * error handler may have made from another error; otherwise a mishap.
   */
  answerError(error: unknown, incoming: Incoming): Answered
}

/** A finished response, a failure to be written in the error dialect, or what went wrong. */
export type Answered = Outgoing | Refusal | Mishap

/** What affects the responses of an operation beside its declaration. */
export interface AnswerOptions {
  /** Receives the names that a model drops. */
  readonly reportDrop: DropReport | undefined
  /** Receives what breaks a response that has begun. */
  readonly report: MishapReport | undefined
  readonly errorHandler: ErrorHandler | undefined
}

/** Compiles the responses of one operation: a writer for each declared status. */
export function compileAnswers(declaration: Declaration, options: AnswerOptions): Answers {
  const { reportDrop, report, errorHandler } = options
  const { status = 200, security } = declaration
  // Declaring security also declares its 401, as the document shows; each is sent with a challenge (RFC 9110 §15.5.2).
  const challenge = security === undefined ? [] : ['www-authenticate', challengeOf(security)]
  const implied = security === undefined ? {} : { 401: FAILURES.notAuthenticated.detail }
  const errors: NonNullable<Declaration['errors']> = { ...implied, ...declaration.errors }
  const writeSuccess = compileSuccess(declaration, reportDrop)
  const listed = compileListed({ ...declaration, errors }, reportDrop)
  const writers = new Map([[status, writeSuccess], ...listed])
  const sendRaw = compileRawAnswer(declaration, report)
  const write = (code: number, body: unknown, own: readonly string[]): Answered => {
    const headers = code === 401 ? withOwn(challenge, own) : own
    const writer = writers.get(code)
    if (writer === undefined) return { error: new TypeError(`A reply has ${undeclared(code)}`) }
    const written = writer(body)
    if (headers.length === 0) return written
    if (written instanceof Refusal) return new Refusal({ ...written.failure, headers })
    return 'status' in written ? { ...written, headers: withOwn(written.headers, headers) } : written
  }
  const writeReply = (reply: Reply, incoming: Incoming): Answered =>
    reply.form === 'raw' ? sendRaw(reply, incoming) : write(reply.status ?? status, reply.body, reply.headers)
  return {
    answer: (returned, incoming) =>
      returned instanceof Reply ? writeReply(returned, incoming) : writeSuccess(returned),
    answerGuard: (returned, incoming) =>
      returned instanceof Reply ? writeReply(returned, incoming) : { error: new TypeError(NO_REPLY) },
    answerError(thrown, incoming) {
      if (thrown instanceof Reply) return writeReply(thrown, incoming)
      try {
        const error = isHttpError(thrown) ? thrown : errorHandler?.(thrown, incoming)
        if (!isHttpError(error)) return { error: thrown }
        if (!(String(error.status) in errors))
          return { error: new TypeError(`An HttpError has ${undeclared(error.status)}`, { cause: thrown }) }
        return write(error.status, error.detail, headerPairs({ headers: error.headers }))
      } catch (broken) {
        return { error: broken }
      }
    },
  }
}

const UNDECLARED =
  'The handler returned a value, but no response is declared; declare its model, such as response: any()'

const NO_REPLY =
  'The guard returned something other than a reply; return fail(…) to refuse a request, and nothing to let it pass'

function undeclared(status: number): string {
  const place = status >= 400 ? 'errors' : 'responses'
  return `${status}, which is not declared; add ${place}: { ${status}: '…' }`
}

type Writer = (body: unknown) => Answered

const writeOpened: Writer = (opened) =>
  opened instanceof OpenedStream
    ? opened.answer
    : { error: new TypeError('fail(…) has the status of a stream; return the items, or reply(…) with them') }

const writeRaw: Writer = () => ({
  error: new TypeError('The handler returned no rawReply, which its mediaType is for; return rawReply(…)'),
})

function compileSuccess(declaration: Declaration, reportDrop: DropReport | undefined): Writer {
  const { status = 200, response, mediaType } = declaration
  if (isStream(response)) return writeOpened
  if (response === undefined && mediaType !== undefined) return writeRaw
  return compileWriter(status, response, { reportDrop, exclusions: declaration })
}

/** Returns the writers of what is declared beside the success response. */
function compileListed(declaration: Declaration, reportDrop: DropReport | undefined): [number, Writer][] {
  const { responses = {}, errors = {} } = declaration
  return Object.entries({ ...responses, ...errors }).map(([code, model]) => {
    const status = Number(code)
    const isSuccess = code in responses
    if (typeof model !== 'string')
      return [status, compileWriter(status, model, { reportDrop, exclusions: isSuccess ? declaration : {} })]
    if (isSuccess) return [status, () => ({ status, headers: [], body: null })]
    return [status, (detail = model) => new Refusal({ status, detail })]
  })
}

function compileWriter(status: number, model: KindLike | undefined, terms: ModelWriterTerms): Writer {
  const isEmpty = BODILESS.has(status) || (model === undefined && isRedirect(status))
  if (isEmpty) return () => ({ status, headers: [], body: null })
  if (model === undefined)
    return (body) =>
      body === undefined || body === null
        ? { status, headers: JSON_HEADERS, body: 'null' }
        : { error: new TypeError(UNDECLARED) }
  const write = compileModelWriter(model, terms)
  return (body) => {
    const written = write(body)
    return written.ok ? { status, headers: JSON_HEADERS, body: written.value } : misfitIn(written.issues)
  }
}
