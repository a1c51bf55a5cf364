import { describeWindows } from '../harness/disturbance.ts'
import { describeMachine } from '../harness/machine.ts'
import { type SamplesFile, writeSamples } from '../harness/samples-file.ts'
import { formatTargetLine } from '../harness/target-line.ts'
import { ask } from '../http/answer.ts'
import { type Durations, type Entry, estimate, type Measurement, measureGroup } from '../http/measurement.ts'
import { seriesOf } from '../http/series.ts'
import { versionsOf } from '../http/versions.ts'
import { type Count, countKept } from './answered-and-kept.ts'
import { CONTESTANTS, SETTINGS } from './contestants.ts'
import { formatCounts, formatGroup } from './report.ts'
import { createStands, type Stand, type Stands } from './stand.ts'
import { formatTargets } from './targets.ts'
import { WORKS, type WorkName, workOf } from './work.ts'

/** The database of the posts. */
export type DatabaseName = 'sqlite' | 'postgres'

/** What to compare, and for how long. */
export interface ComparisonOptions {
  readonly databases: readonly DatabaseName[]
  /** Works whose name contains this text. Default all. */
  readonly only?: string | undefined
  readonly durations: Durations
  /** Creations that are counted before and after a restart. */
  readonly counted: number
  /** Whether the samples are written; those of a partial run would replace those of all. */
  readonly keepsSamples: boolean
}

/** Measures the service with and without storage beside others, prints tables and targets, and counts the stored posts. */
export async function compareStorages(options: ComparisonOptions): Promise<void> {
  const stands = createStands()
  const end = () => void stands.close().then(() => process.exit(130))
  process.once('SIGINT', end).once('SIGTERM', end)
  const machine = describeMachine()
  console.log([machine, ...NOTES].join('\n'))
  try {
    const measurements: Measurement[] = []
    const counts: Count[] = []
    for (const database of options.databases) {
      const opened = await openAll(stands, database)
      measurements.push(...(await measureDatabase(opened, database, options)))
      counts.push(...(await countAll(stands, opened, options.counted)))
    }
    const targets = [...formatTargets(measurements), ...countTargets(counts)]
    const load = describeLoad(measurements)
    console.log(`\n${formatCounts(counts)}\n\n${targets.join('\n')}\n\n${load}`)
    if (options.keepsSamples) keepSamples({ machine, load, targets }, measurements)
  } finally {
    await stands.close()
  }
}

const NOTES: readonly string[] = [
  `The service runs as \`postern serve\` does, with ${Object.entries(SETTINGS)
    .map((pair) => pair.join('='))
    .join(', ')}: request ids, metrics, ETag, limits of load and the cross-origin policy are on`,
  'Fastify keeps posts alone: it has no users, request ids, metrics or ETag, and sends fewer headers',
  "CPU is the server process' own; PostgreSQL's processes share both cores with it and with the client: they are the other CPU of its tables",
]

async function openAll(stands: Stands, database: DatabaseName): Promise<readonly Stand[]> {
  const chosen = CONTESTANTS.filter((one) => one.database === 'none' || one.database === database)
  const opened: Stand[] = []
  for (const contestant of chosen) opened.push(await stands.open(contestant))
  return opened
}

/** Measures work by work and prints each table as soon as it is complete. */
async function measureDatabase(
  stands: readonly Stand[],
  database: DatabaseName,
  { durations, only = '' }: ComparisonOptions,
): Promise<readonly Measurement[]> {
  const works = WORKS.filter((name) => name.includes(only))
  const minutes = Math.ceil((estimate(stands.length, durations) * works.length) / 60)
  console.log(`\n${TITLES[database]}: about ${minutes} minutes, more where the machine is disturbed.`)
  const measurements: Measurement[] = []
  for (const name of works) {
    const entries = stands.flatMap((stand) => entryOf(stand, name, database))
    for (const entry of entries) await assertServes(entry)
    const measured = await measureGroup(entries, durations)
    measurements.push(...measured)
    console.log(`\n${formatGroup(`${name}, ${TITLES[database]}`, measured)}`)
  }
  return measurements
}

const TITLES: Readonly<Record<DatabaseName, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Fastify's list returns whole posts, so it cannot be compared with a list of titles. */
function entryOf({ contestant, server }: Stand, name: WorkName, database: DatabaseName): readonly Entry[] {
  const { peer, collection } = contestant
  if (name === 'list' && peer.versions.includes('fastify')) return []
  const work = workOf(name, collection)
  const scenario = { ...work, name: `${name}, ${TITLES[database]}`, sharesCore: database === 'postgres' }
  return [{ scenario, peer, server }]
}

async function assertServes({ scenario, peer, server }: Entry): Promise<void> {
  for (const { request, expected } of scenario.turns) {
    const complaint = expected(await ask(server.port, request))
    if (complaint !== undefined)
      throw new Error(`${peer.name}, ${request.method} ${request.path}: ${complaint}`)
  }
}

async function countAll(
  stands: Stands,
  opened: readonly Stand[],
  requests: number,
): Promise<readonly Count[]> {
  const counts: Count[] = []
  for (const stand of opened) {
    if (stand.contestant.database !== 'none') counts.push(await countKept(stands, stand, requests))
  }
  return counts
}

/** PostgreSQL's processes count as other processes, so windows with it do not show what disturbed them. */
function describeLoad(measurements: readonly Measurement[]): string {
  const alone = measurements.filter(({ scenario }) => !scenario.endsWith(TITLES.postgres))
  const windows = describeWindows(alone.flatMap(({ disturbances }) => disturbances))
  return `64 connections; latencies at 500 requests a second; without PostgreSQL, ${windows}`
}

/** No acknowledged post may be lost. */
function countTargets(counts: readonly Count[]): readonly string[] {
  return counts
    .filter(({ name }) => name.startsWith('service'))
    .map(({ name, answered, kept }) =>
      formatTargetLine({
        isMet: answered === kept,
        promise: `${name}: every creation that was answered is stored after a kill`,
        figure: `${kept} of ${answered}`,
      }),
    )
}

function keepSamples(
  facts: Pick<SamplesFile, 'machine' | 'load' | 'targets'>,
  measurements: readonly Measurement[],
): void {
  writeSamples({
    suite: 'service',
    taken: new Date().toISOString(),
    versions: versionsOf(CONTESTANTS.map(({ peer }) => peer)),
    notes: NOTES,
    ...facts,
    series: seriesOf('service', measurements, []),
  })
}
