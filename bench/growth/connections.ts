import type { Disturbance } from '../harness/disturbance.ts'
import { inTurn } from '../harness/in-turn.ts'
import type { Series } from '../harness/samples-file.ts'
import type { Server } from '../harness/server.ts'
import { measureWindow, type Window } from '../harness/window.ts'
import type { Durations } from '../http/measurement.ts'
import type { Peer } from '../http/peers.ts'
import { SCENARIOS } from '../http/scenarios.ts'
import { startPeer } from '../http/start-peer.ts'
import type { Part } from './part.ts'

/** Measures valid creations over 1 to 1,000 concurrent connections, the peers in turn. */
export async function measureConnections(peers: readonly Peer[], durations: Extent): Promise<Part> {
  const servers: Running[] = []
  try {
    for (const peer of peers) servers.push({ peer, server: await startPeer(peer, 'memory') })
    const parts: Required<Part>[] = []
    for (const connections of [1, 8, 64, 256, 1000]) {
      parts.push(await measureWith(connections, servers, durations))
    }
    return {
      series: parts.flatMap(({ series }) => series),
      windows: parts.flatMap(({ windows }) => windows),
    }
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()))
  }
}

type Extent = Pick<Durations, 'rounds' | 'window'>

interface Running {
  readonly peer: Peer
  readonly server: Server
}

async function measureWith(
  connections: number,
  servers: readonly Running[],
  { rounds, window }: Extent,
): Promise<Required<Part>> {
  const windows: Disturbance[] = []
  const lines = servers.map((running) => ({ ...running, cpu: [] as number[], p99: [] as number[] }))
  for (const { server } of lines) await loadServer(server, connections, window)
  for (const [line] of inTurn(lines, rounds)) {
    const { cpu, load, disturbance } = await loadServer(line.server, connections, window)
    windows.push(disturbance)
    line.cpu.push(Number(cpu.toFixed(2)))
    line.p99.push(load.p99)
  }
  const series = lines.flatMap(({ peer, cpu, p99 }): Series[] => {
    const scenario = 'create valid, connections'
    const about = { suite: 'growth', scenario, peer: peer.title, runtime: peer.runtime, at: connections }
    return [
      { ...about, metric: 'cpu', unit: 'µs', values: cpu },
      { ...about, metric: 'p99', unit: 'ms', values: p99 },
    ]
  })
  return { series, windows }
}

/** Throws where a request was not served. */
async function loadServer(server: Server, connections: number, seconds: number): Promise<Window> {
  const window = await measureWindow(server, { connections, seconds, requests: REQUESTS })
  const { failures, non2xx3xx } = window.load
  if (failures + non2xx3xx === 0) return window
  throw new Error(`${failures} requests failed and ${non2xx3xx} were refused at ${connections} connections`)
}

const REQUESTS = (SCENARIOS.find(({ name }) => name === 'create valid')?.turns ?? []).map(
  ({ request }) => request,
)
