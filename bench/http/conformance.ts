import { assertKnown } from '../harness/options.ts'
import { ask } from './answer.ts'
import { findPresent, PEERS, type Peer } from './peers.ts'
import { PROBES } from './probes.ts'
import { SCENARIOS, type Scenario, type Turn } from './scenarios.ts'
import { startPeer } from './start-peer.ts'

/** A response that does not conform to the application's description. */
export interface Deviation {
  readonly scenario: string
  readonly complaint: string
  /** Whether the peer's note for this scenario says so. */
  readonly noted: boolean
}

/** Whether a peer takes part in a scenario. */
export function serves(peer: Peer, { name, storage, floor }: Scenario): boolean {
  if (name in peer.unsupported || (storage === 'stored' && !peer.storage)) return false
  return !floor || peer.title === 'bare'
}

/** Sends the requests of every scenario and the probes to a running peer, each twice, and returns the deviations. */
export async function findDeviations(
  peer: Peer,
  port: number,
  storage: Scenario['storage'],
): Promise<readonly Deviation[]> {
  const scenarios = SCENARIOS.filter((one) => one.storage === storage && serves(peer, one))
  const names = new Set(scenarios.map(({ name }) => name))
  const checks = [
    ...scenarios.flatMap(({ name, turns }) => turns.map((turn) => ({ ...turn, scenario: name }))),
    ...PROBES.filter(({ scenario }) => names.has(scenario)),
  ]
  const deviations: Deviation[] = []
  for (const { scenario, ...turn } of checks) {
    // Sent twice: what a server caches from its first response may change the next one.
    const complaint = (await complaintOf(port, turn)) ?? (await complaintOf(port, turn))
    if (complaint === undefined) continue
    deviations.push({ scenario, complaint, noted: peer.deviates[scenario]?.test(complaint) === true })
  }
  return deviations
}

/** Formats deviations: one line for a scenario with a note about it, and a line starting with `WRONG` for each other one. */
export function formatDeviations(peer: Peer, deviations: readonly Deviation[]): readonly string[] {
  const lines = deviations.map(({ scenario, complaint, noted }) =>
    noted
      ? `noted  ${peer.name}, ${scenario}: ${peer.notes[scenario]}`
      : `WRONG  ${peer.name}, ${scenario}: ${complaint}`,
  )
  return [...new Set(lines)]
}

/** Finds names in the lists of what peers do not support or do differently that are no scenario. */
export function findUnknownScenarios(peers: readonly Peer[]): readonly string[] {
  const known = new Set(['*', ...SCENARIOS.map(({ name }) => name)])
  return peers.flatMap(({ name, unsupported, notes, deviates }) =>
    Object.keys({ ...unsupported, ...notes, ...deviates })
      .filter((scenario) => !known.has(scenario))
      .map((scenario) => `peers.ts: ${name} speaks of "${scenario}", which is no scenario`),
  )
}

async function complaintOf(port: number, { request, expected }: Turn): Promise<string | undefined> {
  const { method, path, body } = request
  try {
    const complaint = expected(await ask(port, request))
    return complaint && `${method} ${path} ${body?.slice(0, 60) ?? ''}: ${complaint}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const STORAGES = ['memory', 'stored'] as const

if (import.meta.main) {
  const names = process.argv.slice(2)
  assertKnown(
    'peer',
    names,
    PEERS.map(({ name }) => name),
  )
  const chosen = names.length === 0 ? PEERS : PEERS.filter(({ name }) => names.includes(name))
  const { present: peers, absent } = findPresent(chosen)
  for (const line of absent) console.log(line)
  const lines = [...findUnknownScenarios(peers)]
  for (const peer of peers) {
    for (const storage of peer.storage ? STORAGES : STORAGES.slice(0, 1)) {
      const server = await startPeer(peer, storage)
      const found = await findDeviations(peer, server.port, storage)
      await server.stop()
      lines.push(...formatDeviations(peer, found))
      console.log(`${peer.name}, ${storage}: ${found.length === 0 ? 'as described' : found.length}`)
    }
  }
  for (const line of lines) console.log(line)
  if (lines.some((line) => !line.startsWith('noted'))) process.exitCode = 1
}
