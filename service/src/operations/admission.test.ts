import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnswerNotice, contract, type ErrorNotice, implement, routes } from '@postern/contract'
import { literal } from '@postern/model'
import { type Admit, withAdmission } from './admission.ts'

const origin = 'https://app.example.com'

function serve(admit: Admit) {
  const answered: AnswerNotice[] = []
  const failed: ErrorNotice[] = []
  const onAnswer = (notice: AnswerNotice) => answered.push(notice)
  const read = routes().get('/', { response: literal(['read']) })
  const declared = contract({ title: 'Gate', version: '1', routes: { read } })
  const options = {
    onAnswer,
    onError: (notice: ErrorNotice) => failed.push(notice),
    cors: { allowOrigins: [origin] },
  }
  const api = withAdmission(implement(declared, { read: () => 'read' as const }, options), {
    admit,
    onAnswer,
  })
  const ask = () => api.fetch(new Request('http://localhost/', { headers: { origin } }))
  return { ask, answered, failed }
}

const refusal = { status: 429, detail: 'Later' }
const headers = ['x-gate', 'seen']

for (const later of [false, true]) {
  const admitting = (admission: Awaited<ReturnType<Admit>>): Admit =>
    later ? async () => admission : () => admission

  test(`a request admitted ${later ? 'later' : 'at once'} is answered, with the headers of the gate`, async () => {
    const { ask, answered } = serve(admitting({ headers }))
    const answer = await ask()
    assert.deepEqual([answer.status, answer.headers.get('x-gate')], [200, 'seen'])
    assert.equal(answer.headers.get('content-type'), 'application/json')
    assert.equal(await answer.text(), '"read"')
    assert.deepEqual(
      answered.map(({ operation }) => operation),
      ['read'],
    )
  })

  test(`a request refused ${later ? 'later' : 'at once'} is reported once, with its length, and its page can read the refusal`, async () => {
    const { ask, answered } = serve(admitting({ headers, refusal }))
    const answer = await ask()
    assert.deepEqual([answer.status, answer.headers.get('x-gate')], [429, 'seen'])
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    assert.equal(answer.headers.get('content-type'), 'application/json')
    const text = await answer.text()
    assert.deepEqual(JSON.parse(text), { detail: 'Later' })
    assert.deepEqual(
      answered.map(({ operation, status, bytes }) => ({ operation, status, bytes })),
      [{ operation: undefined, status: 429, bytes: text.length }],
    )
  })

  test(`a gate that fails ${later ? 'later' : 'at once'} is a 500 that is reported, and no client waits`, async () => {
    const broken = new Error('The gate is broken')
    const { ask, failed } = serve(() => {
      if (later) return Promise.reject(broken)
      throw broken
    })
    assert.equal((await ask()).status, 500)
    assert.deepEqual(
      failed.map((notice) => 'error' in notice && notice.error),
      [broken],
    )
  })
}
