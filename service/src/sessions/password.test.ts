import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { decoyHash, hashPassword, verifyPassword } from './password.ts'

const salt = Buffer.from('SodiumChloride00')
const zeroSalt = (size: number) => new Uint8Array(size)

describe('hashPassword and verifyPassword', () => {
  it('matches the password it hashed and no other', async () => {
    const stored = await hashPassword('correct horse')
    assert.deepEqual(await verifyPassword('correct horse', stored), { matches: true, stale: false })
    assert.deepEqual(await verifyPassword('correct horsf', stored), { matches: false, stale: false })
    assert.match(stored, /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  it('salts: the same password is stored differently each time, and identically with the same random bytes', async () => {
    const [first, second, fixed, again] = await Promise.all([
      hashPassword('correct horse'),
      hashPassword('correct horse'),
      hashPassword('correct horse', zeroSalt),
      hashPassword('correct horse', zeroSalt),
    ])
    assert.notEqual(first, second)
    assert.equal(fixed, again)
  })

  for (const [name, hashed, given, matches] of [
    [
      'treats composed and decomposed letters as the same',
      'caf\u00e9 caf\u00e9',
      'cafe\u0301 cafe\u0301',
      true,
    ],
    ['does not treat letters that are only compatible as the same', 'fine horse', '\ufb01ne horse', false],
    ['keeps white space at the ends', 'correct horse', ' correct horse', false],
    ['compares long passwords to the end', 'x'.repeat(72), 'x'.repeat(73), false],
  ] as const) {
    it(name, async () => {
      assert.equal((await verifyPassword(given, storedAs(rawScrypt(hashed, salt)))).matches, matches)
    })
  }

  it('compares the whole key', async () => {
    for (const place of [0, 31]) {
      const key = rawScrypt('correct horse', salt)
      key[place] = ~(key[place] ?? 0)
      assert.equal((await verifyPassword('correct horse', storedAs(key))).matches, false)
    }
  })

  it("computes scrypt: the key of RFC 7914's third vector, cut to 32 bytes, is verified and reported as stale", async () => {
    const key = Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex')
    const rfcKey = rawScrypt('pleaseletmein', Buffer.from('SodiumChloride'))
    assert.deepEqual(rfcKey, key)
    const stored = storedAs(rawScrypt('pleaseletmein', salt))
    assert.deepEqual(await verifyPassword('pleaseletmein', stored), { matches: true, stale: true })
  })

  for (const [ln, r, p] of [
    [14, 8, 3],
    [15, 4, 3],
    [15, 8, 1],
    [16, 8, 3],
  ] as const) {
    it(`reports a hash made with ln=${ln}, r=${r}, p=${p} as stale`, async () => {
      const key = scryptSync('correct horse', salt, 32, { N: 2 ** ln, r, p, maxmem: 2 ** 27 })
      const stored = `$scrypt$ln=${ln},r=${r},p=${p}$${plain(salt)}$${plain(key)}`
      assert.deepEqual(await verifyPassword('correct horse', stored), { matches: true, stale: true })
    })
  }

  it('compares with the decoy at the current cost and never matches', async () => {
    assert.deepEqual(await verifyPassword('correct horse', decoyHash), { matches: false, stale: false })
  })

  for (const broken of [
    '',
    'correct horse',
    '$scrypt$ln=15,r=8,p=3$short$short',
    '$argon2id$v=19$m=1$a$b',
    `x${decoyHash}`,
    `${decoyHash}x`,
  ]) {
    it(`throws for ${JSON.stringify(broken)}, which is not a stored password, without repeating it`, async () => {
      await assert.rejects(verifyPassword('correct horse', broken), (error: Error) => {
        assert.match(error.message, /not in the form/)
        assert.ok(broken === '' || !error.message.includes(broken))
        return true
      })
    })
  }
})

function rawScrypt(password: string, salted: Buffer): Buffer {
  return scryptSync(password, salted, 32, { N: 16384, r: 8, p: 1 })
}

/** Returns how a key of {@link rawScrypt} is stored. */
function storedAs(key: Buffer): string {
  return `$scrypt$ln=14,r=8,p=1$${plain(salt)}$${plain(key)}`
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
