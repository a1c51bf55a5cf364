import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToken, hashToken } from './token.ts'

describe('createToken', () => {
  it('returns pst_ and 256 bits in base64url, with the SHA-256 of the whole', () => {
    const { token, hash } = createToken()
    assert.match(token, /^pst_[A-Za-z0-9_-]{43}$/)
    assert.match(hash, /^[0-9a-f]{64}$/)
    assert.equal(hashToken(token), hash)
  })

  it('takes its bits from the random source', () => {
    const { token, hash } = createToken((size) => new Uint8Array(size).fill(255))
    assert.equal(token, `pst_${'_'.repeat(42)}8`)
    assert.equal(hash, hashToken(token))
  })

  it('never returns the same token twice', () => {
    const tokens = new Set(Array.from({ length: 1000 }, () => createToken().token))
    assert.equal(tokens.size, 1000)
  })
})

it('hashToken is SHA-256 in hexadecimal', () => {
  assert.equal(hashToken('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
