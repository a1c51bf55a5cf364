import assert from 'node:assert/strict'
import { anything, type Scenario, type Step } from './scenario.ts'
import { signInUsers } from './signed-in-users.ts'
import type { TestService } from './test-service.ts'
import { undocumentedAnswer } from './undocumented-answer.ts'
import { undocumentedHeaders } from './undocumented-headers.ts'
import { send, type WireAnswer, type WireRequest } from './wire.ts'

type Kept = Map<string, string>

/** Signs in the users of a scenario, sends its steps to the service in order, and checks the responses against their expectations. */
export async function runScenario({ steps, signedIn = {} }: Scenario, service: TestService): Promise<void> {
  const { origin, document } = service
  const kept: Kept = new Map([['origin', origin], ...(await signInUsers(service, signedIn))])
  for (const [index, step] of steps.entries()) {
    const request = wireRequest(step, kept)
    const answer = await send(origin, request)
    const about = `step ${index + 1}, ${step.send}, answered ${answer.status} ${answer.body.slice(0, 2000)}`
    assert.equal(answer.status, step.status, about)
    checkHeaders(step, answer, kept)
    assert.deepEqual(undocumentedHeaders(document, request, answer), [], about)
    assert.deepEqual(undocumentedAnswer(document, request, answer), [], about)
    checkBody(step, answer, kept)
    for (const [name, from] of Object.entries(step.keep ?? {})) kept.set(name, keptValue(from, answer))
  }
}

function wireRequest(step: Step, kept: Kept): WireRequest {
  const [method = '', target = ''] = filled(step.send, kept).split(/ (.*)/s)
  const { body, mediaType } = bodyOf(step, kept)
  const given = Object.entries(step.headers ?? {}).map(([name, value]) => [name, filled(value, kept)])
  const headers: Record<string, string> = {
    ...(mediaType !== undefined && { 'Content-Type': mediaType }),
    ...Object.fromEntries(given),
  }
  return {
    method,
    target,
    headers,
    ...(body !== undefined && { body }),
    ...(step.chunked && { chunked: true }),
  }
}

function bodyOf(step: Step, kept: Kept): { body?: string | Uint8Array; mediaType?: string } {
  if (step.json !== undefined) {
    return { body: filled(JSON.stringify(step.json), kept), mediaType: 'application/json' }
  }
  if (step.form !== undefined) {
    const fields = Object.entries(step.form).map(([name, value]) => [name, filled(value, kept)])
    return { body: new URLSearchParams(fields).toString(), mediaType: 'application/x-www-form-urlencoded' }
  }
  return step.body === undefined ? {} : { body: step.body }
}

function filled(text: string, kept: Kept): string {
  return text.replaceAll(/<(\w+)>/g, (placeholder, name: string) => kept.get(name) ?? placeholder)
}

function checkHeaders(step: Step, { headers }: WireAnswer, kept: Kept): void {
  for (const [name, expected] of Object.entries(step.answers ?? {})) {
    const value = headers[name.toLowerCase()]
    const about = `${step.send}: ${name}`
    if (expected === null) assert.equal(value, undefined, about)
    else if (expected instanceof RegExp) assert.match(value ?? 'absent', expected, about)
    else assert.equal(value, filled(expected, kept), about)
  }
}

function checkBody(step: Step, { body }: WireAnswer, kept: Kept): void {
  if (step.text instanceof RegExp) assert.match(body, step.text, step.send)
  else if (step.text !== undefined) assert.equal(body, step.text, step.send)
  if (!('gives' in step)) return
  const given: unknown = JSON.parse(body)
  assert.deepEqual(given, expectedOf(step.gives, given, kept), step.send)
}

/** Returns the expectation, with every placeholder that matches replaced by the actual value. */
function expectedOf(expected: unknown, given: unknown, kept: Kept): unknown {
  if (expected === anything) return given
  if (typeof expected === 'string') return filled(expected, kept)
  if (expected instanceof RegExp) return typeof given === 'string' && expected.test(given) ? given : expected
  if (Array.isArray(expected)) {
    const items = Array.isArray(given) ? given : []
    return expected.map((item, index) => expectedOf(item, items[index], kept))
  }
  if (expected === null || typeof expected !== 'object') return expected
  const members: Record<string, unknown> = Object(given)
  const entries = Object.entries(expected)
  return Object.fromEntries(entries.map(([name, value]) => [name, expectedOf(value, members[name], kept)]))
}

function keptValue(
  from: { readonly body: string } | { readonly header: string; readonly part?: RegExp },
  { headers, body }: WireAnswer,
): string {
  if ('header' in from) {
    const value = headers[from.header.toLowerCase()] ?? ''
    return from.part === undefined ? value : (from.part.exec(value)?.[1] ?? '')
  }
  const parsed: unknown = JSON.parse(body)
  return String(from.body.split('.').reduce((value, name) => Object(value)[name], parsed))
}
