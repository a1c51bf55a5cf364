import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StorageUnavailable } from '../errors.ts'
import { openFailure, statementFailure } from './failure.ts'

const where = 'postgres://db.example:5432/postern'

// The codes that Node gives to failures of getaddrinfo(3); on the machine of the test only one of them occurs.
describe('the address of a PostgreSQL host', () => {
  for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL']) {
    it(`is unavailable where its lookup fails with ${code}`, () => {
      const error = Object.assign(new Error(`getaddrinfo ${code} db.example`), { code })
      const errors = [statementFailure(error, where), openFailure(error, where)]
      for (const one of errors) {
        assert.ok(one instanceof StorageUnavailable, String(one))
        assert.ok(one.message.startsWith(`${where}: getaddrinfo ${code} db.example`))
      }
    })
  }
})

// The message of a server whose lc_messages is de_DE.
it('a server that takes no writes is recognized by its code, whatever the language of its message', () => {
  const words = 'kann CREATE TABLE nicht in einer Read-Only-Transaktion ausführen'
  const error = openFailure(Object.assign(new Error(words), { code: '25006' }), where)
  assert.ok(error instanceof StorageUnavailable)
  assert.match(error.message, /ausführen\. It is a standby, or set read-only/)
})
