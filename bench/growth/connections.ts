import type { Series } from '../harness/samples-file.ts'
import type { Server } from '../harness/server.ts'
import { applyLoad } from '../harness/wrk.ts'
import type { Peer } from '../http/peers.ts'
import { startPeer } from '../http/start-peer.ts'

/** Measures `GET /posts/1` of each peer with 1 to 1,000 connections at once, the peers in turn. */
export async function measureConnections(peers: readonly Peer[], rounds: number): Promise<Series[]> {
  const servers: { readonly peer: Peer; readonly server: Server }[] = []
  try {
    for (const peer of peers) servers.push({ peer, server: await startPeer(peer, 'memory') })
    const series: Series[] = []
    for (const connections of [1, 8, 64, 256, 1000]) {
      const lines = servers.map(({ peer, server }) => ({
        peer,
        server,
        cpu: [] as number[],
        p99: [] as number[],
      }))
      for (let round = 0; round < rounds; round++) {
        for (const { server, cpu, p99 } of lines) {
          const figures = await measureOnce(server, connections)
          cpu.push(figures.cpu)
          p99.push(figures.p99)
        }
      }
      for (const { peer, cpu, p99 } of lines) {
        const about = { suite: 'growth', peer: peer.title, runtime: peer.runtime, at: connections }
        series.push({ ...about, scenario: 'read one, connections', metric: 'cpu', unit: 'µs', values: cpu })
        series.push({ ...about, scenario: 'read one, connections', metric: 'p99', unit: 'ms', values: p99 })
      }
    }
    return series
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()))
  }
}

async function measureOnce(
  server: Server,
  connections: number,
): Promise<{ readonly cpu: number; readonly p99: number }> {
  const requests = [{ method: 'GET', path: '/posts/1', headers: {} }]
  const before = server.cpuTime()
  const load = await applyLoad(server.port, { connections, seconds: 1.5, requests })
  if (load.failures + load.non2xx3xx > 0) {
    throw new Error(
      `${load.failures} requests failed and ${load.non2xx3xx} were refused at ${connections} connections`,
    )
  }
  return { cpu: Number(((server.cpuTime() - before) / load.requests).toFixed(2)), p99: load.p99 }
}
