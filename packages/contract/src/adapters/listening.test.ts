import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listeningError } from './listening.ts'

test('a port above 1023 that the system does not permit is not explained as one below', () => {
  const denied = (port: number) =>
    listeningError(Object.assign(new Error('listen EACCES'), { code: 'EACCES' }), { host: '127.0.0.1', port })
  assert.match(denied(8000).message, /8000: the system does not permit this port\. .*: use another port/)
  assert.match(denied(1023).message, /1023: this user has no permission\. Use a port above 1023$/)
})

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
