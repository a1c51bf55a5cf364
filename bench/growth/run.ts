import { parseArgs } from 'node:util'
import { describeWindows } from '../harness/disturbance.ts'
import { assertInstalled } from '../harness/installed.ts'
import { describeMachine, watchLoad } from '../harness/machine.ts'
import { assertHeld, numberOf } from '../harness/options.ts'
import { keepsSamples, writeSamples } from '../harness/samples-file.ts'
import { formatTable } from '../harness/table.ts'
import type { Part } from './part.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})

/** The peers that are measured with many connections. */
const CONNECTED = ['bare-node', 'postern-node', 'fastify', 'postern-bun', 'elysia']

const rounds = numberOf('rounds', values.rounds, values.quick ? 2 : 7)
assertInstalled()
const load = watchLoad()
const { PEERS } = await import('../http/peers.ts')
const { versionsOf } = await import('../http/versions.ts')
const peers = PEERS.filter(({ name }) => CONNECTED.includes(name))
const measured: Part[] = []
const known = await parts()
assertHeld('part', values.only, Object.keys(known))
for (const [name, measure] of Object.entries(known)) {
  if (!name.includes(values.only)) continue
  const begun = performance.now()
  console.log(`Measuring ${name}`)
  measured.push(await measure())
  console.log(`${name} took ${((performance.now() - begun) / 60_000).toFixed(1)} minutes`)
}
const series = measured.flatMap((part) => part.series)
const windows = measured.flatMap((part) => part.windows ?? [])
const { curvesOf, shapeOf } = await import('../report/curve.ts')
const file = {
  suite: 'growth',
  taken: new Date().toISOString(),
  machine: describeMachine(),
  versions: versionsOf(peers),
  load: `${load()}, the measured programs among them; of connections and stored posts, ${describeWindows(windows)}`,
  notes: notesOnGrowth(),
  series,
}
console.log(formatTable(['', 'scenario', 'metric', 'growth'], rowsOf()))
if (keepsSamples({ quick: values.quick, partial: values.only !== '' || values.rounds !== undefined }))
  writeSamples(file)

async function parts(): Promise<Record<string, () => Part | Promise<Part>>> {
  const { measureModels } = await import('./models.ts')
  const { measureRoutes } = await import('./routes.ts')
  const { measureConnections } = await import('./connections.ts')
  const { measureStoredPosts } = await import('./stored-posts.ts')
  return {
    'models and lists': () => measureModels(rounds),
    routes: () => measureRoutes(rounds),
    connections: () => measureConnections(peers, { rounds, window: values.quick ? 0.4 : 0.6 }),
    'stored posts': () =>
      values.quick
        ? measureStoredPosts(100_000, { rounds, window: 0.4, warmUp: 0.5, paced: 0.5 })
        : measureStoredPosts(10_000_000, { rounds, window: 0.75, warmUp: 1, paced: 1 }),
  }
}

function rowsOf(): string[][] {
  return curvesOf(file).flatMap(({ scenario, runtime, metric, lines }) =>
    lines.map(({ peer, exponent }) => [
      `${peer}, ${runtime}`,
      scenario,
      metric,
      `${shapeOf(exponent)} (n^${exponent.toFixed(2)})`,
    ]),
  )
}

function notesOnGrowth(): string[] {
  return [
    'the growth is the slope between the first and the last point of a doubly logarithmic plot: 0 is flat, 1 linear',
    'request without a socket: Postern through exchange, which its Node adapter calls, Hono through fetch, Fastify through inject, each of which does more; only the growth is comparable',
    'start of N routes: from the first declaration to the first response, modules already loaded',
    'each size has its own field names: V8 shares what it learned between generated functions of the same text, so a second list of an equal model may be slower',
    'p99 with so many connections is taken at full load, where it mostly repeats the throughput',
    'Fastify generates no document itself',
  ]
}
