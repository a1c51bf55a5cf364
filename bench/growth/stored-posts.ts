import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serializeCursor } from '../../service/src/posts/cursor.ts'
import type { RequestBytes } from '../harness/load.ts'
import type { Series } from '../harness/samples-file.ts'
import { type Server, startServer } from '../harness/server.ts'
import { createRandom, median } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import { ask } from '../http/answer.ts'
import { status } from '../http/expectation.ts'
import { type Durations, type Measurement, measureGroup } from '../http/measurement.ts'
import { plain, type Scenario } from '../http/scenarios.ts'
import { CONTESTANTS, SETTINGS } from '../service/contestants.ts'
import { workOf } from '../service/work.ts'
import { creationOf, fillDatabase } from './filled-database.ts'
import type { Part } from './part.ts'

/**
 * Measures the service on SQLite files with 10 to `most` posts; ten million posts take 2 GB of disk space meanwhile.
 * Prints a table.
 */
export async function measureStoredPosts(most: number, durations: Durations): Promise<Part> {
  const folder = mkdtempSync(join(tmpdir(), 'postern-growth-'))
  const stores: Store[] = []
  try {
    for (const posts of SIZES.filter((size) => size <= most)) stores.push(await openStore(folder, posts))
    const parts: Required<Part>[] = []
    for (const work of WORKS) parts.push(await measureWork(work, stores, durations))
    const series = parts.flatMap((part) => part.series)
    console.log(`\n${formatGrowth(series)}`)
    return { series, windows: parts.flatMap(({ windows }) => windows) }
  } finally {
    await Promise.all(stores.map(({ server }) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

const SIZES: readonly number[] = [10, 1000, 100_000, 1_000_000, 10_000_000]

interface Store {
  readonly posts: number
  readonly server: Server
}

async function openStore(folder: string, posts: number): Promise<Store> {
  const path = join(folder, `${posts}.db`)
  const { seconds, megabytes } = await fillDatabase(path, posts)
  const environment = { ...SETTINGS, DATABASE_URL: `sqlite:${path}` }
  const begun = performance.now()
  const server = await startServer(SERVICE.command, { environment, readyPath: '/posts/' })
  const start = (performance.now() - begun) / 1000
  console.log(
    `${posts} posts: filled in ${seconds.toFixed(1)} s, ${megabytes.toFixed(1)} MB; the service answers after ${start.toFixed(1)} s`,
  )
  return { posts, server }
}

/** The place of the sixth post from the end: five posts follow it. */
const beforeLast = serializeCursor({ id: 6, created_at: creationOf(6) })

interface Work {
  readonly name: string
  requestsOf(posts: number): readonly RequestBytes[]
}

const WORKS: readonly Work[] = [
  {
    name: 'read one',
    requestsOf: (posts) => randomIds(posts, 1000).map((id) => plain('GET', `/posts/${id}`)),
  },
  // Five posts per page, so that every size returns as many. The first page comes from memory, the last one never does.
  { name: 'first page', requestsOf: () => [plain('GET', '/posts/?limit=5')] },
  { name: 'last page', requestsOf: () => [plain('GET', `/posts/?limit=5&cursor=${beforeLast}`)] },
  {
    name: 'create',
    requestsOf: () => workOf('durable create', '/posts/').turns.map(({ request }) => request),
  },
]

/** Returns ids spread over all posts, the same in every run. */
function randomIds(posts: number, count: number): readonly number[] {
  const random = createRandom(posts)
  return Array.from({ length: count }, () => 1 + Math.floor(random() * posts))
}

const SERVICE = (() => {
  const found = CONTESTANTS.find(({ peer }) => peer.name === 'service on SQLite')
  if (found === undefined) throw new Error('No contestant is the service on SQLite')
  return found.peer
})()

async function measureWork(
  { name, requestsOf }: Work,
  stores: readonly Store[],
  durations: Durations,
): Promise<Required<Part>> {
  const expected = status(200, 201)
  const entries = stores.map(({ posts, server }) => {
    const turns = requestsOf(posts).map((request) => ({ request, expected }))
    const scenario: Scenario = { ...workOf('read one', '/posts/'), name, turns }
    return { scenario, peer: SERVICE, server }
  })
  for (const { scenario, server } of entries) await assertServed(scenario, server)
  const measured = await measureGroup(entries, durations)
  return {
    series: stores.flatMap(({ posts }, at) => seriesOf(measured[at], posts)),
    windows: measured.flatMap(({ disturbances }) => disturbances),
  }
}

async function assertServed({ turns }: Scenario, { port }: Server): Promise<void> {
  for (const { request, expected } of turns.slice(0, 10)) {
    const complaint = expected(await ask(port, request))
    if (complaint !== undefined) throw new Error(`${request.method} ${request.path}: ${complaint}`)
  }
}

function seriesOf(measured: Measurement | undefined, posts: number): readonly Series[] {
  if (measured === undefined) return []
  const { scenario, cpu, p99, wrong } = measured
  if (wrong > 0) throw new Error(`${scenario} with ${posts} posts: ${wrong} requests failed`)
  const about = {
    suite: 'growth',
    scenario: `stored posts: ${scenario}`,
    peer: 'postern',
    runtime: 'node',
    at: posts,
  } as const
  return [
    { ...about, metric: 'cpu', unit: 'µs', values: cpu.map((value) => Number(value.toFixed(2))) },
    { ...about, metric: 'p99', unit: 'ms', values: [p99] },
  ]
}

function formatGrowth(series: readonly Series[]): string {
  const sizes = [...new Set(series.map(({ at }) => at ?? 0))]
  const lines = Map.groupBy(series, ({ scenario, metric, unit }) => `${scenario}, ${metric} ${unit}`)
  return formatTable(
    ['', ...sizes.map((size) => size.toLocaleString('en')), 'last / first'],
    [...lines].map(([name, points]) => {
      const figures = sizes.map((size) => median(points.find(({ at }) => at === size)?.values ?? []))
      return [
        name,
        ...figures.map((figure) => figure.toFixed(2)),
        ((figures.at(-1) ?? Number.NaN) / (figures[0] ?? Number.NaN)).toFixed(2),
      ]
    }),
  )
}
