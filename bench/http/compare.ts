import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeWindows } from '../harness/disturbance.ts'
import { describeMachine } from '../harness/machine.ts'
import { writeSamples } from '../harness/samples-file.ts'
import { median } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import { findUnknownScenarios } from './conformance.ts'
import { DEPLOYMENT_NOTE, deploy } from './deployed-peers.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Durations, estimate, joinStarts, type Measurement, measureGroup } from './measurement.ts'
import { findPresent, PEERS, type Peer } from './peers.ts'
import { formatScenario } from './report.ts'
import { type Scenario, type SuiteName, scenariosOf } from './scenarios.ts'
import { type MemoryOfPeer, seriesOf } from './series.ts'
import { formatTargets } from './targets.ts'
import { versionsOf } from './versions.ts'

/** What to compare, and for how long. */
export interface ComparisonOptions {
  readonly suite: SuiteName
  /** Scenarios whose name or group contains this text. Default all. */
  readonly only?: string | undefined
  /** Peers by name. Default all. */
  readonly peers?: readonly string[] | undefined
  /** How often all servers are restarted and measured. */
  readonly starts: number
  /** The durations of one start. */
  readonly durations: Durations
  /** Whether the samples are written; those of a partial run would replace those of all. */
  readonly keepsSamples: boolean
}

/** Checks the peers, measures them, prints tables and targets. Stops at a peer that does other work than its notes say. */
export async function compareServers(options: ComparisonOptions): Promise<void> {
  const { present: peers, absent } = findPresent(
    PEERS.filter(({ name }) => options.peers?.includes(name) ?? true),
  )
  if (peers.length === 0) throw new Error(absent.join('\n'))
  const { only = '' } = options
  const scenarios = scenariosOf(options.suite).filter(
    ({ name, group }) => name.includes(only) || group.includes(only),
  )
  const versions = versionsOf(peers)
  const machine = describeMachine()
  console.log(machine)
  console.log(
    Object.entries(versions)
      .map((version) => version.join(' '))
      .join(', '),
  )
  for (const line of [...absent, ...findUnknownScenarios(peers)]) console.log(line)
  const started = await measureStarts(peers, scenarios, options)
  const measurements = joinStarts(started.map((one) => one.measurements))
  for (const scenario of scenarios) console.log(`\n${formatScenario(scenario, measurements, peers)}`)
  const memory = memoryOf(started)
  const load = describeLoad(measurements)
  const targets = formatTargets(measurements)
  console.log(`\n${formatMemory(memory)}\n\n${targets.join('\n')}\n\n${load}`)
  if (!options.keepsSamples) return
  const series = seriesOf(options.suite, measurements, memory)
  const taken = new Date().toISOString()
  writeSamples({
    suite: options.suite,
    taken,
    machine,
    versions,
    load,
    notes: [DEPLOYMENT_NOTE, ...absent, ...notesOf(peers, scenarios)],
    targets,
    series,
  })
}

interface Measured {
  readonly measurements: readonly Measurement[]
  /** The memory after each group of scenarios. */
  readonly memory: ReturnType<Fleet['memory']>
}

/** Starts all servers as often as requested, and measures everything after each start. */
async function measureStarts(
  peers: readonly Peer[],
  scenarios: readonly Scenario[],
  { starts, durations }: ComparisonOptions,
): Promise<readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postern-bench-'))
  let fleet: Fleet | undefined
  const stop = async () => {
    await fleet?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const end = () => void stop().then(() => process.exit(130))
  process.once('SIGINT', end).once('SIGTERM', end)
  const storages = [...new Set(scenarios.map(({ storage }) => storage))]
  const started: Measured[] = []
  try {
    const deployed = await deploy(peers, folder)
    for (let start = 1; start <= starts; start++) {
      await fleet?.stop()
      fleet = await startFleet(deployed.peers, storages)
      for (const line of fleet.remarks) console.log(line)
      if (fleet.isWrong) throw new Error('A peer does other work than its notes say; nothing was timed')
      const minutes = Math.ceil(estimate(fleet.entriesOf(scenarios).length, durations) / 60)
      console.log(
        `Start ${start} of ${starts}: about ${minutes} minutes, more where the machine is disturbed`,
      )
      started.push(await measureAll(fleet, scenarios, durations))
    }
  } finally {
    await stop()
  }
  return started
}

/** Measures group by group. Memory is read after each group, since engines release memory at times of their own. */
async function measureAll(
  fleet: Fleet,
  scenarios: readonly Scenario[],
  durations: Durations,
): Promise<Measured> {
  const measurements: Measurement[] = []
  const memory: ReturnType<Fleet['memory']>[number][] = []
  for (const group of Map.groupBy(scenarios, ({ group }) => group).values()) {
    measurements.push(...(await measureGroup(fleet.entriesOf(group), durations)))
    memory.push(...fleet.memory())
  }
  return { measurements, memory }
}

function memoryOf(started: readonly Measured[]): readonly MemoryOfPeer[] {
  const looks = started.flatMap(({ memory }) => memory)
  return [...Map.groupBy(looks, ({ peer }) => peer)].map(([peer, seen]) => ({
    peer,
    megabytes: seen.map(({ megabytes }) => megabytes),
  }))
}

function describeLoad(measurements: readonly Measurement[]): string {
  const wrong = measurements
    .filter((one) => one.wrong > 0)
    .map((one) => `${one.peer.name} in ${one.scenario}`)
  return [
    describeWindows(measurements.flatMap(({ disturbances }) => disturbances)),
    wrong.length === 0 ? 'every response was right' : `WRONG answers: ${wrong.join(', ')}`,
  ].join('; ')
}

function formatMemory(memory: readonly MemoryOfPeer[]): string {
  return formatTable(
    ['Memory after load', 'MB'],
    memory.map(({ peer, megabytes }) => [peer.name, median(megabytes).toFixed(0)]),
  )
}

/** Lists what peers omit or do differently in these scenarios. */
function notesOf(peers: readonly Peer[], scenarios: readonly Scenario[]): readonly string[] {
  const measured = ['*', ...scenarios.map(({ name }) => name)]
  return peers.flatMap(({ name, unsupported, notes }) => [
    ...Object.entries(unsupported)
      .filter(([scenario]) => measured.includes(scenario))
      .map(([scenario, why]) => `${name} is left out of ${scenario}: ${why}`),
    ...Object.entries(notes)
      .filter(([scenario]) => measured.includes(scenario))
      .map(([scenario, what]) => `${name}, ${scenario === '*' ? 'always' : scenario}: ${what}`),
  ])
}
