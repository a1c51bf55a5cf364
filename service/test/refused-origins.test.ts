import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { send } from './wire.ts'

const stages: readonly (readonly [stage: string, warnings: readonly RegExp[]])[] = [
  [
    'development',
    [
      /^http:\/\/127\.0\.0\.1:3000 refused; .*http:\/\/localhost:3000/,
      /^http:\/\/localhost:3000 may not send x-trace\. To allow it: ALLOWED_HEADERS=Authorization,.*,x-trace$/,
    ],
  ],
  ['staging', []],
  ['production', []],
]

for (const [stage, warnings] of stages) {
  test(`§4.4 in ${stage} the log ${warnings.length > 0 ? 'reports once' : 'does not report'} a refused origin, and a header that an allowed origin may not send`, async () => {
    await using service = await startTestService({
      ENVIRONMENT: stage,
      ALLOWED_ORIGINS: 'http://localhost:3000',
    })
    for (const Origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://127.0.0.1:3000'])
      await send(service.origin, { method: 'GET', target: '/posts/', headers: { Origin } })
    const preflight = {
      Origin: 'http://localhost:3000',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'x-trace',
    }
    await send(service.origin, { method: 'OPTIONS', target: '/posts/1', headers: preflight })
    await send(service.origin, { method: 'OPTIONS', target: '/posts/2', headers: preflight })
    const lines = service.log.filter(({ level }) => level === 'warn').map(({ msg }) => String(msg))
    assert.equal(lines.length, warnings.length)
    for (const [index, pattern] of warnings.entries()) assert.match(lines[index] ?? '', pattern)
  })
}
