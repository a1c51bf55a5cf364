import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listeningError } from './listening.ts'

for (const message of [
  'Access has been restricted. Use --allow-net',
  'Access has been restricted. Use --allow-net.',
]) {
  test(`a runtime's own reason is followed by one sentence: ${message}`, () => {
    const { message: explained } = listeningError(new Error(message), { host: '::1', port: 80 })
    assert.equal(
      explained,
      'Cannot listen on [::1]:80: Access has been restricted. Use --allow-net. Use another host: ' +
        '127.0.0.1 for this machine only, 0.0.0.0 for all of its addresses',
    )
  })
}
