import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdConnections } from './load/held-connections.ts'
import { openings } from './load/openings.ts'
import { startTestService } from './test-service.ts'

// The documented limit, and the seconds between two checks of the server.
const patience = { silent: 10 + 6, kept: 5 + 6, 'slow head': 10 + 6, 'slow body': 30 + 6 }

test('a client that sends nothing, or a byte a second, is cut off', { timeout: 60_000 }, async () => {
  await using service = await startTestService()
  const trials = Object.entries(openings).map(async ([kind, opening]) => {
    using connections = await holdConnections(service.origin, 20, opening)
    const trickle = setInterval(() => kind.startsWith('slow') && connections.write('a'), 1000)
    await connections.closedWithin(patience[kind as keyof typeof patience] * 1000)
    clearInterval(trickle)
    assert.equal(connections.open(), 0, kind)
  })
  await Promise.all(trials)
})
