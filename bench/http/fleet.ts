import type { Server } from '../harness/server.ts'
import { findDeviations, formatDeviations, serves } from './conformance.ts'
import type { Entry } from './measurement.ts'
import type { Peer } from './peers.ts'
import type { Scenario } from './scenarios.ts'
import { startPeer } from './start-peer.ts'

/** The servers of the peers, all of them running. */
export interface Fleet {
  /** What peers do differently, one line each. */
  readonly remarks: readonly string[]
  /** Whether a peer does other work than its notes say; then nothing is to be timed. */
  readonly isWrong: boolean
  /** Returns the peers in these scenarios, with those that are compared next to each other. */
  entriesOf(scenarios: readonly Scenario[]): readonly Entry[]
  /** Returns the megabytes resident now, of the servers that keep posts in memory. */
  memory(): readonly { readonly peer: Peer; readonly megabytes: number }[]
  stop(): Promise<void>
}

interface Ship {
  readonly peer: Peer
  readonly storage: Scenario['storage']
  readonly server: Server
}

/** Starts each peer once per storage and checks its responses; stops them all and throws where one does not start. */
export async function startFleet(
  peers: readonly Peer[],
  storages: readonly Scenario['storage'][],
): Promise<Fleet> {
  const ships: Ship[] = []
  const remarks: string[] = []
  let isWrong = false
  const stop = () => stopAll(ships)
  try {
    for (const storage of storages) {
      for (const peer of peers.filter((one) => storage === 'memory' || one.storage)) {
        const server = await startPeer(peer, storage)
        ships.push({ peer, storage, server })
        const deviations = await findDeviations(peer, server.port, storage)
        remarks.push(...formatDeviations(peer, deviations))
        isWrong ||= deviations.some(({ noted }) => !noted)
      }
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    remarks,
    isWrong,
    stop,
    entriesOf: (scenarios) => entriesOf(ships, scenarios),
    memory: () => memoryOf(ships),
  }
}

function entriesOf(ships: readonly Ship[], scenarios: readonly Scenario[]): readonly Entry[] {
  const beside = [
    ships.filter(({ peer }) => peer.runtime !== 'bun'),
    ships.filter(({ peer }) => peer.runtime === 'bun'),
  ]
  return beside.flatMap((some) =>
    scenarios.flatMap((scenario) =>
      some
        .filter(({ peer, storage }) => storage === scenario.storage && serves(peer, scenario))
        .map(({ peer, server }) => ({ scenario, peer, server })),
    ),
  )
}

function memoryOf(ships: readonly Ship[]): ReturnType<Fleet['memory']> {
  return ships
    .filter(({ storage }) => storage === 'memory')
    .map(({ peer, server }) => ({ peer, megabytes: Math.round(server.memory() / 1e5) / 10 }))
}

async function stopAll(ships: readonly Ship[]): Promise<void> {
  await Promise.all(ships.map(({ server }) => server.stop()))
}
