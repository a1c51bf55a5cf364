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
import { type Durations, estimate, type Measurement, measureGroup } from './measurement.ts'
import { findPresent, PEERS, type Peer } from './peers.ts'
import { formatScenario } from './report.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { type MemoryOfPeer, seriesOf } from './series.ts'
import { formatTargets } from './targets.ts'
import { versionsOf } from './versions.ts'

/** What is to be compared, and how long. */
export interface ComparisonOptions {
  /** `http`: the scenarios without storage; `storage`: those on SQLite. */
  readonly suite: 'http' | 'storage'
  /** Scenarios whose name or group holds this text. Default all. */
  readonly only?: string | undefined
  /** Peers by name. Default all. */
  readonly peers?: readonly string[] | undefined
  readonly durations: Durations
  /** Whether the samples are written; those of a part would replace those of all. */
  readonly keepsSamples: boolean
}

/** Checks the peers, measures them, prints tables and targets. A peer that does other work than its notes say stops it. */
export async function compareServers(options: ComparisonOptions): Promise<void> {
  const { present: peers, absent } = findPresent(
    PEERS.filter(({ name }) => options.peers?.includes(name) ?? true),
  )
  const scenarios = scenariosOf(options)
  assertChosen(options, peers, scenarios)
  const versions = versionsOf(peers)
  const machine = describeMachine()
  console.log(machine)
  console.log(
    Object.entries(versions)
      .map((version) => version.join(' '))
      .join(', '),
  )
  const folder = mkdtempSync(join(tmpdir(), 'postern-bench-'))
  const deployed = await deploy(peers, folder)
  const fleet = await startFleet(deployed.peers, [...new Set(scenarios.map(({ storage }) => storage))])
  const stop = () => fleet.stop().finally(() => rmSync(folder, { recursive: true, force: true }))
  const end = () => void stop().then(() => process.exit(130))
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    for (const line of [...absent, ...findUnknownScenarios(peers), ...fleet.remarks]) console.log(line)
    if (fleet.isWrong) throw new Error('A peer does other work than its notes say; nothing was timed')
    const { measurements, memory } = await measureAll(fleet, scenarios, options.durations)
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
  } finally {
    await stop()
  }
}

function scenariosOf({ suite, only = '' }: ComparisonOptions): readonly Scenario[] {
  const wanted = suite === 'http' ? 'memory' : 'stored'
  return SCENARIOS.filter(
    ({ name, group, storage }) => storage === wanted && (name.includes(only) || group.includes(only)),
  )
}

function assertChosen(
  options: ComparisonOptions,
  peers: readonly Peer[],
  scenarios: readonly Scenario[],
): void {
  const known = PEERS.map(({ name }) => name)
  const unknown = options.peers?.filter((name) => !known.includes(name)) ?? []
  if (unknown.length > 0)
    throw new Error(`No peer is called ${unknown.join(', ')}; there are ${known.join(', ')}`)
  if (scenarios.length > 0 && peers.length > 0) return
  const names = SCENARIOS.map(({ name }) => name).join(', ')
  throw new Error(`No scenario's name or group holds "${options.only}"; there are ${names}`)
}

interface Measured {
  readonly measurements: readonly Measurement[]
  readonly memory: readonly MemoryOfPeer[]
}

/** Measures group by group and prints each table as soon as it is there. Memory is looked at after each, for engines give
 *  back what they have collected when they like. */
async function measureAll(
  fleet: Fleet,
  scenarios: readonly Scenario[],
  durations: Durations,
): Promise<Measured> {
  const groups = [...Map.groupBy(scenarios, ({ group }) => group).values()]
  const entries = groups.reduce((sum, group) => sum + fleet.entriesOf(group).length, 0)
  console.log(
    `\nAbout ${Math.ceil(estimate(entries, durations) / 60)} minutes, more where the machine is disturbed.`,
  )
  const measurements: Measurement[] = []
  const looks: ReturnType<Fleet['memory']>[] = []
  for (const group of groups) {
    const taking = fleet.entriesOf(group)
    // A quarter more windows at most, so that a busy machine does not hold the run up for ever.
    let repeats = Math.ceil((taking.length * durations.rounds) / 4)
    const measured = await measureGroup(taking, durations, () => repeats-- > 0)
    measurements.push(...measured)
    looks.push(fleet.memory())
    for (const scenario of group) console.log(`\n${formatScenario(scenario, measured, fleet.peers)}`)
  }
  const memory = [...Map.groupBy(looks.flat(), ({ peer }) => peer)].map(([peer, seen]) => ({
    peer,
    megabytes: seen.map(({ megabytes }) => megabytes),
  }))
  return { measurements, memory }
}

function describeLoad(measurements: readonly Measurement[]): string {
  const wrong = measurements
    .filter((one) => one.wrong > 0)
    .map((one) => `${one.peer.name} in ${one.scenario}`)
  return [
    describeWindows(measurements.flatMap(({ disturbances }) => disturbances)),
    wrong.length === 0 ? 'every request was answered rightly' : `WRONG answers: ${wrong.join(', ')}`,
  ].join('; ')
}

function formatMemory(memory: readonly MemoryOfPeer[]): string {
  return formatTable(
    ['Memory after load', 'MB'],
    memory.map(({ peer, megabytes }) => [peer.name, median(megabytes).toFixed(0)]),
  )
}

/** What peers leave out or do otherwise, in these scenarios. */
function notesOf(peers: readonly Peer[], scenarios: readonly Scenario[]): readonly string[] {
  const measured = ['*', ...scenarios.map(({ name }) => name)]
  return peers.flatMap(({ name, lacks, notes }) => [
    ...Object.entries(lacks)
      .filter(([scenario]) => measured.includes(scenario))
      .map(([scenario, why]) => `${name} is left out of ${scenario}: ${why}`),
    ...Object.entries(notes)
      .filter(([scenario]) => measured.includes(scenario))
      .map(([scenario, what]) => `${name}, ${scenario === '*' ? 'always' : scenario}: ${what}`),
  ])
}
