import { type Disturbance, watchDisturbance } from '../harness/disturbance.ts'
import { applyLoad, type Load } from '../harness/load.ts'
import type { Series } from '../harness/samples-file.ts'
import type { Server } from '../harness/server.ts'
import { untilAnswered } from '../harness/until-answered.ts'
import type { Peer } from '../http/peers.ts'
import { SCENARIOS } from '../http/scenarios.ts'
import { startPeer } from '../http/start-peer.ts'
import type { Part } from './part.ts'

/** Measures valid creations with 1 to 1,000 connections at once, the peers in turn. */
export async function measureConnections(peers: readonly Peer[], durations: Durations): Promise<Part> {
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

/** How long is measured. */
export interface Durations {
  readonly rounds: number
  /** Seconds of a window. */
  readonly window: number
}

interface Running {
  readonly peer: Peer
  readonly server: Server
}

async function measureWith(
  connections: number,
  servers: readonly Running[],
  { rounds, window }: Durations,
): Promise<Required<Part>> {
  const windows: Disturbance[] = []
  const lines = servers.map((running) => ({ ...running, cpu: [] as number[], p99: [] as number[] }))
  for (const { server } of lines) await measureOnce(server, connections, window)
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < lines.length; turn++) {
      const line = lines[(round + turn) % lines.length]
      if (line === undefined) continue
      const figures = await measureOnce(line.server, connections, window)
      windows.push(figures.disturbance)
      line.cpu.push(figures.cpu)
      line.p99.push(figures.p99)
    }
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

interface Figures {
  readonly cpu: number
  readonly p99: number
  readonly load: Load
  readonly disturbance: Disturbance
}

function measureOnce(server: Server, connections: number, seconds: number): Promise<Figures> {
  return untilAnswered(() => measureWindow(server, connections, seconds))
}

async function measureWindow(server: Server, connections: number, seconds: number): Promise<Figures> {
  const stopWatching = watchDisturbance(server.cpuTime)
  const before = server.cpuTime()
  const load = await applyLoad(server.port, { connections, seconds, requests: REQUESTS })
  if (load.failures + load.non2xx3xx > 0) {
    throw new Error(
      `${load.failures} requests failed and ${load.non2xx3xx} were refused at ${connections} connections`,
    )
  }
  const cpu = Number(((server.cpuTime() - before) / load.requests).toFixed(2))
  return { cpu, p99: load.p99, load, disturbance: stopWatching() }
}

const REQUESTS = (SCENARIOS.find(({ name }) => name === 'create valid')?.turns ?? []).map(
  ({ request }) => request,
)
