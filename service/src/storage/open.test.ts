import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDatabaseUrl } from './database-url.ts'
import { openStorage } from './open.ts'
import { refusal } from './test-failures.ts'

describe('openStorage', () => {
  for (const url of [
    '',
    'data/postern.db',
    'mysql://user:hunter22@host/db',
    'C:\\data',
    'user:hunter22@host/db',
    'postgres:/user:hunter22@host/db',
    'jdbc:postgresql://user:hunter22@host/db',
    'file:sqlite:./data/postern.db',
    'sqlite:',
    'sqlite:///data/postern.db',
  ]) {
    it(`refuses ${JSON.stringify(url)}, says what to write, and repeats no password`, () =>
      assert.rejects(
        openStorage(url, { now: () => new Date() }),
        refusal(
          /should start with sqlite: and a path without \/\/, or with postgres:\/\/\. Write sqlite:\.\//,
        ),
      ))
  }

  it('refuses a path that only a shell would understand: its records would be in a folder called ~', () =>
    assert.rejects(
      openStorage('sqlite:~/postern.db', { now: () => new Date() }),
      refusal(/"sqlite:~\/…" begins its path with ~, .*Write sqlite:\/home\//),
    ))

  it('refuses a path with a line break, as a file of settings has for a \\n in double quotes', () =>
    assert.rejects(
      openStorage('sqlite:C:\\data\new.db', { now: () => new Date() }),
      refusal(/"\*{3}" contains a line break, which the \\n .*Write sqlite:C:\/new/),
    ))

  it('reads a ~ inside a path, or before anything but a slash, as part of a name', () => {
    for (const path of ['./kept~/postern.db', '~postern.db'])
      assert.deepEqual(parseDatabaseUrl(`sqlite:${path}`), { kind: 'sqlite', path })
  })

  it('reports every mistake in the parameters of a URL, each on a line', () =>
    assert.rejects(
      openStorage('postgres://user:hunter22@host/db?max=x&sslmode=y', { now: () => new Date() }),
      refusal(/^The database's URL: "max=x" .*\nThe database's URL: "sslmode=y" .*$/),
    ))

  it('does not read an @ in a parameter as the end of a password', () => {
    const url = 'postgres://host/db?application_name=a@b'
    assert.deepEqual(parseDatabaseUrl(url), { kind: 'postgres', url })
  })
})
