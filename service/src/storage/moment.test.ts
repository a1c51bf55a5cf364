import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currentMoment, momentText } from './moment.ts'

const time = fc.date({ noInvalidDate: true }).map((date) => date.getTime())

test('a time is the same text whatever was written before it, and however often', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(time, fc.integer({ min: -2, max: 2 }))), (times) => {
      const due = times.map((one) => new Date(one).toISOString())
      assert.deepEqual(times.map(momentText), due)
      assert.deepEqual(
        times.map((one) => currentMoment(() => new Date(one))),
        due,
      )
    }),
  )
})
