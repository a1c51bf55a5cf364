import type { Series } from '../harness/samples-file.ts'
import type { Server } from '../harness/server.ts'
import { applyLoad } from '../harness/wrk.ts'
import type { Peer } from '../http/peers.ts'
import { SCENARIOS } from '../http/scenarios.ts'
import { startPeer } from '../http/start-peer.ts'

/** Measures valid creations with 1 to 1,000 connections at once, the peers in turn. */
export async function measureConnections(peers: readonly Peer[], rounds: number): Promise<Series[]> {
  const servers: Running[] = []
  try {
    for (const peer of peers) servers.push({ peer, server: await startPeer(peer, 'memory') })
    const series: Series[] = []
    for (const connections of [1, 8, 64, 256, 1000]) {
      series.push(...(await measureWith(connections, servers, rounds)))
    }
    return series
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()))
  }
}

interface Running {
  readonly peer: Peer
  readonly server: Server
}

async function measureWith(
  connections: number,
  servers: readonly Running[],
  rounds: number,
): Promise<Series[]> {
  const lines = servers.map((running) => ({ ...running, cpu: [] as number[], p99: [] as number[] }))
  for (const { server } of lines) await measureOnce(server, connections)
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < lines.length; turn++) {
      const line = lines[(round + turn) % lines.length]
      if (line === undefined) continue
      const figures = await measureOnce(line.server, connections)
      line.cpu.push(figures.cpu)
      line.p99.push(figures.p99)
    }
  }
  return lines.flatMap(({ peer, cpu, p99 }): Series[] => {
    const scenario = 'create valid, connections'
    const about = { suite: 'growth', scenario, peer: peer.title, runtime: peer.runtime, at: connections }
    return [
      { ...about, metric: 'cpu', unit: 'µs', values: cpu },
      { ...about, metric: 'p99', unit: 'ms', values: p99 },
    ]
  })
}

async function measureOnce(
  server: Server,
  connections: number,
): Promise<{ readonly cpu: number; readonly p99: number }> {
  const before = server.cpuTime()
  const load = await applyLoad(server.port, { connections, seconds: 1, requests: REQUESTS })
  if (load.failures + load.non2xx3xx > 0) {
    throw new Error(
      `${load.failures} requests failed and ${load.non2xx3xx} were refused at ${connections} connections`,
    )
  }
  return { cpu: Number(((server.cpuTime() - before) / load.requests).toFixed(2)), p99: load.p99 }
}

const REQUESTS = (SCENARIOS.find(({ name }) => name === 'create valid')?.turns ?? []).map(
  ({ request }) => request,
)
