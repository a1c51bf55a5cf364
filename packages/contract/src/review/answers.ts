import { shownGiven } from '@postern/model'
import { LONGEST_TIMEOUT } from '../longest-timeout.ts'
import { unknownOptions } from '../option-mistakes.ts'
import { isMediaType } from '../route/media-type.ts'
import type { Declaration } from '../route/operation.ts'
import { isStream } from '../route/stream.ts'
import { BODILESS } from '../status.ts'

/** Returns every mistake in the responses that an operation declares, each with what to write instead. */
export function reviewAnswers(declaration: Declaration): string[] {
  return [
    ...reviewStatuses(declaration),
    ...reviewBodiless(declaration),
    ...reviewMediaType(declaration),
    ...reviewStream(declaration),
  ]
}

function reviewStatuses({ status = 200, responses = {}, errors = {} }: Declaration): string[] {
  const successes = [String(status), ...Object.keys(responses)].filter((code) => !isStatus(code, 200, 399))
  const failures = Object.keys(errors).filter((code) => !isStatus(code, 400, 599))
  return [
    ...successes.map((code) => `${code} is not a success status; use 200 to 399, or declare it in errors`),
    ...failures.map((code) => `${code} is not a failure status; use 400 to 599, or declare it in responses`),
    ...(String(status) in responses
      ? [`${status} is the success status; declare it by response and responseDescription, not in responses`]
      : []),
  ]
}

function isStatus(code: string, least: number, most: number): boolean {
  const status = Number(code)
  return Number.isInteger(status) && status >= least && status <= most
}

function reviewBodiless({ response, mediaType, status = 200, responses = {} }: Declaration): string[] {
  const parts = Object.entries({ response, mediaType }).filter(([, part]) => part !== undefined)
  const modelled = Object.entries(responses).filter(
    ([code, answer]) => typeof answer !== 'string' && BODILESS.has(Number(code)),
  )
  return [
    ...(BODILESS.has(status) ? parts : []).map(
      ([part]) => `a response with status ${status} has no body; remove ${part}, or use 200`,
    ),
    ...modelled.map(
      ([code]) => `a response with status ${code} has no body; declare it with a string, not a model`,
    ),
  ]
}

function reviewMediaType({ mediaType, response }: Declaration): string[] {
  if (mediaType === undefined) return []
  return [
    ...(isMediaType(mediaType) ? [] : [`mediaType is ${shownGiven(mediaType)}; write one such as text/csv`]),
    ...(isStream(response)
      ? ['mediaType is for raw replies, and a stream has its own; keep one of them']
      : []),
    ...(response !== undefined && mediaType === 'application/json'
      ? [
          'mediaType is for raw replies that differ from the response, which is already application/json; remove it',
        ]
      : []),
  ]
}

function reviewStream({ response }: Declaration): string[] {
  if (!isStream(response)) return []
  const { framing, item, ...options } = response
  const { keepAlive = LONGEST_TIMEOUT, terminator } = options
  return [
    ...unknownOptions('serverSentEvents', options, { keepAlive: true, terminator: true }),
    ...(isDelay(keepAlive)
      ? []
      : [`keepAlive is ${shownGiven(keepAlive)}; write milliseconds, 1 to ${LONGEST_TIMEOUT}`]),
    ...(terminator === undefined || isTerminator(terminator)
      ? []
      : [`terminator is ${shownGiven(terminator)}; write one line that is not JSON, such as '[DONE]'`]),
  ]
}

/** A text that is valid JSON could be an item. */
function isTerminator(text: string): boolean {
  if (typeof text !== 'string' || !/^[^\r\n]+$/.test(text) || !text.isWellFormed()) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}

function isDelay(milliseconds: number): boolean {
  return Number.isInteger(milliseconds) && milliseconds >= 1 && milliseconds <= LONGEST_TIMEOUT
}
