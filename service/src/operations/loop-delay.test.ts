import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openLoopDelay } from './loop-delay.ts'

test('the delay is large while turns are long, small again afterwards, and large again', async () => {
  const delay = openLoopDelay()
  await setTimeout(100)
  for (let turn = 0; turn < 3; turn++) {
    takeTurn()
    await setTimeout(1)
  }
  const busy = delay.read()
  assert.ok(busy > 80, `${busy} ms`)
  assert.equal(delay.read(), busy)
  let calm = busy
  for (const end = performance.now() + 5000; calm > 25 && performance.now() < end; calm = delay.read()) {
    await setTimeout(100)
  }
  assert.ok(calm <= 25, `${calm} ms`)
  for (let turn = 0; turn < 2; turn++) {
    takeTurn()
    await setTimeout(1)
  }
  const again = delay.read()
  assert.ok(again > 80, `${again} ms`)
  delay.close()
})

test('the delay is large while each turn is longer than the time that it averages', async () => {
  const delay = openLoopDelay()
  await setTimeout(100)
  const delays: number[] = []
  for (let turn = 0; turn < 4; turn++) {
    takeTurn()
    await setTimeout(1)
    delays.push(delay.read())
  }
  assert.ok(Math.min(...delays) > 80, `${delays} ms`)
  takeTurn()
  assert.equal(delay.read(), delays.at(-1), 'a turn that has not ended yet')
  delay.close()
})

test('there is no delay before a turn has ended', () => {
  const delay = openLoopDelay()
  takeTurn()
  assert.equal(delay.read(), 0)
  delay.close()
})

function takeTurn(): void {
  const end = performance.now() + 300
  while (performance.now() < end);
}
