import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { judgedDocuments } from './documents.ts'

/*
 * Redocly's recommended rules, in memory, without network access. One rule is off: `no-path-trailing-slash`, since
 * specification §4.1 writes its paths with a trailing slash.
 */
const config = await createConfig({ extends: ['recommended'], rules: { 'no-path-trailing-slash': 'off' } })

/** Known warnings and their reasons; any other warning fails like an error. */
const expectedWarnings: Readonly<Record<string, string>> = {
  'info-license': 'a contract need not say how its API is licensed',
  'operation-4xx-response': 'an operation that reads nothing refuses nothing',
}

for (const [name, document] of judgedDocuments()) {
  test(`the linter finds no error in the document: ${name}`, async () => {
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    const unexpected = problems.filter(({ ruleId }) => !(ruleId in expectedWarnings))
    const messages = unexpected.map(
      ({ severity, ruleId, message, location }) =>
        `${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
    )
    assert.deepEqual(messages, [])
  })
}

test('the linter would find an error: a parameter that the path does not have', async () => {
  const [, document] = judgedDocuments()[0] ?? []
  const source = JSON.stringify(document).replaceAll('/posts/{post_id}', '/posts/{other_id}')
  const problems = await lintFromString({ source, config })
  assert.ok(
    problems.some(({ severity, ruleId }) => severity === 'error' && ruleId === 'path-parameters-defined'),
  )
})
