import {
  answerPreflight,
  compilePolicy,
  grantHeaders,
  mergeGrants,
  type Policy,
  PolicyError,
} from '@postern/contract/cors'
import { type Answer, answerMisses } from './expectation.ts'
import { headerText, optionsOf, type Vector, type VectorFile, type VectorRequest } from './vector.ts'

/** Replays a vector against the policy alone, including its configuration; returns the misses. */
export function replayPolicy(vector: Vector, file: VectorFile): readonly string[] {
  const { expect } = vector
  let policy: Policy
  try {
    policy = compilePolicy(optionsOf(vector, file))
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    const codes = error.problems.map(({ code }) => code as string)
    return expect.config_error !== undefined && codes.includes(expect.config_error)
      ? []
      : [`refused: ${error.message}`]
  }
  if (expect.config_error !== undefined) return [`accepted, not refused with ${expect.config_error}`]
  const request =
    vector.request === undefined ? [] : answerMisses(vector, answerOf(policy, vector, vector.request))
  return [...warningMisses(vector, policy), ...request]
}

function warningMisses({ expect }: Vector, { warnings, notes }: Policy): string[] {
  const codes = warnings.map(({ code }) => code as string)
  const misses: string[] = []
  const wanted = expect.config_warning
  if (wanted !== undefined && ![...codes, ...notes.map(({ code }) => code)].includes(wanted)) {
    misses.push(`warnings ${codes.join() || '(none)'}, not ${wanted}`)
  }
  if (
    expect.config_warnings !== undefined &&
    codes.toSorted().join() !== expect.config_warnings.toSorted().join()
  ) {
    misses.push(`warnings ${codes.join() || '(none)'}, not ${expect.config_warnings.join() || '(none)'}`)
  }
  return misses
}

function answerOf(policy: Policy, { handler }: Vector, request: VectorRequest): Answer {
  const header = (name: string) => {
    const lines = request.headers
      .filter(([own]) => own.toLowerCase() === name)
      .map(([, text]) => headerText(text))
    return lines.length === 0 ? undefined : lines.join(', ')
  }
  const origin = header('origin')
  const preflight = answerPreflight(policy, {
    method: request.method,
    origin,
    requestMethod: header('access-control-request-method'),
    requestHeaders: header('access-control-request-headers'),
  })
  if (preflight !== undefined) return { ...preflight, headers: pairs(preflight.headers), reached: false }
  const merged = mergeGrants(Object.entries(handler?.headers ?? {}).flat(), grantHeaders(policy, origin))
  return { status: handler?.status ?? 200, headers: pairs(merged), body: '', reached: true }
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []))
}
