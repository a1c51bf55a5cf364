import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Case } from './cases.ts'
import type { Outcome, SerializationPeer, ValidationPeer } from './peer.ts'

/**
 * Throws unless the peer converts every input as the case expects, and refuses what it must; for one with a limitation
 * only the verdict is compared.
 */
export function assertValidates(
  peer: ValidationPeer,
  { name, inputs, expected, refusals }: Case,
  validate: (input: unknown) => unknown,
): void {
  for (const [index, input] of inputs().entries()) {
    const shown = JSON.stringify(input)
    const outcome = peer.outcome(validate(input))
    const problem = problemWith(outcome, expected[index], peer.limitation !== undefined)
    assert.equal(problem, undefined, `${peer.name}, ${name}: ${problem} for ${shown}`)
  }
  for (const input of refusals) {
    const shown = JSON.stringify(input)
    assert.ok(
      isRefused(peer, () => validate(input)),
      `${peer.name}, ${name}: takes ${shown}`,
    )
  }
}

/** Some functions of peers throw where they refuse. */
function isRefused(peer: ValidationPeer, validate: () => unknown): boolean {
  try {
    return !peer.outcome(validate()).ok
  } catch {
    return true
  }
}

/** Throws unless the peer writes every record as the case expects; one that filters nothing may write more. */
export function assertSerializes(
  { name, limitation }: SerializationPeer,
  { name: caseName, inputs, expected }: Case,
  write: (record: unknown) => string,
): void {
  for (const [index, record] of inputs().entries()) {
    const written = withDateTimes(JSON.parse(write(record)))
    const due = withDateTimes(expected[index])
    const same = isDeepStrictEqual(written, due) || (limitation !== undefined && holds(written, due))
    assert.ok(same, `${name}, ${caseName}: ${JSON.stringify(written)} is not ${JSON.stringify(due)}`)
  }
}

function problemWith(outcome: Outcome, expected: unknown, verdictOnly: boolean): string | undefined {
  if (outcome.ok !== (expected !== null)) return `ok is ${outcome.ok}`
  if (verdictOnly) return undefined
  if (outcome.ok)
    return isDeepStrictEqual(plainData(outcome.value), expected)
      ? undefined
      : JSON.stringify(plainData(outcome.value))
  const written = outcome.messages.filter((message) => message !== '').length
  return written === 2 ? undefined : `${written} errors (${outcome.messages.join('; ')})`
}

/** Returns own properties as plain objects, and dates of every kind as ISO text to the millisecond. */
function plainData(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plainData)
  if (value === null || typeof value !== 'object') return value
  if ('toDate' in value && typeof value.toDate === 'function') return plainData(value.toDate())
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainData(item)]))
}

/** The same date-time may be written with more or fewer digits. */
function withDateTimes(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withDateTimes)
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, key.endsWith('_at') ? Date.parse(value) : value]),
  )
}

function holds(written: unknown, due: unknown): boolean {
  return isDeepStrictEqual(Object.assign({}, written, due), written)
}
