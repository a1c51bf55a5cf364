import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Failure, writeFailure } from './failure.ts'

const issue = { type: 'missing', loc: ['body', 'title'], msg: 'Field required', input: null }
const blank = { type: 'about:blank' }

const failures: readonly [string, Failure, unknown, unknown][] = [
  [
    'a text',
    { status: 404, detail: 'No such post' },
    { detail: 'No such post' },
    { ...blank, title: 'Not Found', status: 404, detail: 'No such post' },
  ],
  [
    'the words of the status',
    { status: 409 },
    { detail: 'Conflict' },
    { ...blank, title: 'Conflict', status: 409 },
  ],
  [
    'an unknown status',
    { status: 499 },
    { detail: 'Request Failed' },
    { ...blank, title: 'Request Failed', status: 499 },
  ],
  [
    'issues',
    { status: 422, issues: [issue] },
    { detail: [issue] },
    { ...blank, title: 'Unprocessable Content', status: 422, errors: [issue] },
  ],
  [
    'a list',
    { status: 409, detail: [issue] },
    { detail: [issue] },
    { ...blank, title: 'Conflict', status: 409, errors: [issue] },
  ],
  [
    'an object',
    { status: 409, detail: { a: 1n } },
    { detail: { a: 1 } },
    { ...blank, title: 'Conflict', status: 409, errors: [{ a: 1 }] },
  ],
]

for (const [title, failure, fastapi, problem] of failures) {
  test(`§7 a failure tells ${title} in either dialect`, () => {
    const [one, other] = [writeFailure(failure, 'fastapi'), writeFailure(failure, 'problem')]
    assert.deepEqual([JSON.parse(String(one.body)), JSON.parse(String(other.body))], [fastapi, problem])
    assert.deepEqual([one.headers[1], other.headers[1]], ['application/json', 'application/problem+json'])
  })
}
