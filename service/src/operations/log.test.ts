import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLog } from './log.ts'

function written(err: unknown): Readonly<Record<string, string>> {
  const lines: string[] = []
  createLog({ level: 'info', readable: false, write: (line) => lines.push(line) }).error({ err }, 'failure')
  const [line = ''] = lines
  assert.doesNotMatch(line, /hunter2/)
  return JSON.parse(line).err
}

test('a line has the time at which it was written', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', readable: false, write: (line) => lines.push(line) })
  const begun = new Date().toISOString()
  log.info('first')
  log.info('second')
  const times: string[] = lines.map((line) => JSON.parse(line).time)
  const inOrder = [begun, ...times, new Date().toISOString()]
  assert.deepEqual(inOrder.toSorted(), inOrder)
  assert.equal(times.length, 2)
})

test('a readable log is written in words', () => {
  const lines: string[] = []
  const log = createLog({
    level: 'info',
    readable: true,
    write: (line) => lines.push(line),
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
  })
  log.info({ port: 8000 }, 'serves')
  assert.deepEqual(lines, ['03:04:05 serves port=8000\n'])
})

test('a time is written the same way whatever was logged before it, and however often', () => {
  const time = fc.date({ noInvalidDate: true }).map((date) => date.getTime())
  fc.assert(
    fc.property(fc.array(fc.oneof(time, fc.integer({ min: -2, max: 2 }))), (times) => {
      const lines: string[] = []
      let current = 0
      const now = () => current
      const log = createLog({ level: 'info', readable: false, write: (line) => lines.push(line), now })
      for (const one of times) {
        current = one
        log.info('line')
      }
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).time),
        times.map((one) => new Date(one).toISOString()),
      )
    }),
  )
})

test('the log has the type, message, stack and code of an error, and nothing else that it carries', () => {
  const row = { code: '23514', detail: 'Failing row contains (1, ann, hunter2)', parameters: ['hunter2'] }
  const cause = Object.assign(new RangeError('refused'), row)
  const error = Object.assign(new TypeError('not stored', { cause }), row)
  const { stack = '', ...rest } = written(error)
  assert.deepEqual(rest, { type: 'TypeError', message: 'not stored: refused', code: '23514' })
  assert.match(stack, /^TypeError: not stored\n\s+at [\s\S]*RangeError: refused\n\s+at /)
})

test('a thrown value that is not an error is logged in words, an object without its contents', () => {
  const thrown = Object.assign(Object.create(null), { password: 'hunter2' })
  assert.deepEqual(written(thrown), { type: 'object', message: 'no Error was thrown' })
  assert.deepEqual(written('too late'), { type: 'string', message: 'too late' })
})
