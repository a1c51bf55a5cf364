import assert from 'node:assert/strict'
import { StorageRefused, StorageUnavailable } from './errors.ts'

/** Checks an error; throws where it is not as expected. */
type Check = (error: unknown) => true

/**
 * Checks that an error is a `StorageRefused` with this message, which names the place and contains no password: in
 * tests it is `hunter22`.
 */
export function refusal(message: RegExp, place = ''): Check {
  return failure(StorageRefused, message, place)
}

/** The same for a `StorageUnavailable`. */
export function unavailable(message: RegExp, place = ''): Check {
  return failure(StorageUnavailable, message, place)
}

function failure(
  kind: typeof StorageRefused | typeof StorageUnavailable,
  message: RegExp,
  place: string,
): Check {
  return (error) => {
    assert.ok(error instanceof kind, String(error))
    assert.match(error.message, message)
    assert.ok(error.message.includes(place), error.message)
    assert.ok(!error.message.includes('hunter22'), error.message)
    return true
  }
}
