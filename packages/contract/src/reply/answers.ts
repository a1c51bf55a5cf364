import type { KindLike } from '@postern/model'
import { type ErrorDialect, HttpError } from '../errors.ts'
import type { Outgoing } from '../incoming.ts'
import type { Declaration } from '../route/operation.ts'
import { isStream } from '../route/stream.ts'
import type { DropReport } from './drop-report.ts'
import { writeFailure } from './failure.ts'
import { headerPairs, JSON_HEADERS } from './header-pairs.ts'
import { type Mishap, misfitIn } from './mishap.ts'
import { compileModelWriter } from './model-writer.ts'
import { Reply } from './reply.ts'
import { OpenedStream } from './stream-handler.ts'

/** What an operation answers; neither throws. */
export interface Answers {
  /** What a handler returned, through the model of its status; a misfit is a mishap (spec §4.3). */
  answer(returned: unknown): Outgoing | Mishap
  /** A thrown error: the declared failure of an HttpError, else a mishap. */
  answerError(error: unknown): Outgoing | Mishap
}

/** What compiling answers needs beside the declaration. */
export interface AnswersTerms {
  readonly dialect: ErrorDialect
  /** Told of the names that models drop; undefined where nobody wants to know. */
  readonly reportDrop: DropReport | undefined
}

/** Compiles the answers of one operation: a writer for each declared status. */
export function compileAnswers(declaration: Declaration, { dialect, reportDrop }: AnswersTerms): Answers {
  const { status = 200, response, responses = {}, errors = {} } = declaration
  const writeSuccess = isStream(response) ? writeOpened : compileWriter(status, response, reportDrop)
  const writers = new Map([[status, writeSuccess]])
  for (const [code, model] of Object.entries({ ...responses, ...errors })) {
    if (typeof model !== 'string') writers.set(Number(code), compileWriter(Number(code), model, reportDrop))
    else if (code in responses)
      writers.set(Number(code), () => ({ status: Number(code), headers: [], body: null }))
    else
      writers.set(Number(code), (detail = model) => writeFailure({ status: Number(code), detail }, dialect))
  }
  const write = (code: number, body: unknown, headers: readonly string[]): Outgoing | Mishap => {
    const writer = writers.get(code)
    if (writer === undefined)
      return { error: new TypeError(`The handler answered ${code}, which is not declared`) }
    const written = writer(body)
    if (headers.length === 0 || !('status' in written)) return written
    return { ...written, headers: [...written.headers, ...headers] }
  }
  return {
    answer(returned) {
      if (!(returned instanceof Reply)) return writeSuccess(returned)
      const { status: code, body, headers, form } = returned
      return form === 'raw'
        ? { status: code, headers, body: body as Outgoing['body'] }
        : write(code, body, headers)
    },
    answerError(error) {
      if (!(error instanceof HttpError) || !(String(error.status) in errors)) return { error }
      try {
        return write(error.status, error.detail, headerPairs({ headers: error.headers }))
      } catch (broken) {
        return { error: broken }
      }
    },
  }
}

type Writer = (body: unknown) => Outgoing | Mishap

const writeOpened: Writer = (opened) =>
  opened instanceof OpenedStream ? opened.answer : { error: new TypeError('The stream was not opened') }

function compileWriter(
  status: number,
  model: KindLike | undefined,
  reportDrop: DropReport | undefined,
): Writer {
  if (status === 204 || status === 304) return () => ({ status, headers: [], body: null })
  if (model === undefined) return () => ({ status, headers: JSON_HEADERS, body: 'null' })
  const write = compileModelWriter(model, reportDrop)
  return (body) => {
    const written = write(body)
    return written.ok ? { status, headers: JSON_HEADERS, body: written.value } : misfitIn(written.issues)
  }
}
