import { join } from 'node:path'
import { applyLoad } from '../harness/load.ts'
import type { Figure } from '../harness/samples-file.ts'
import { startServer } from '../harness/server.ts'
import { plain } from '../http/scenarios.ts'
import type { Contestant } from './contestants.ts'

/** Starts a server without a file, then with the file it created, and reads its memory at rest and after 10,000 requests. */
export async function measureStart(contestant: Contestant, round: number): Promise<Figure[]> {
  const { peer, runtime, readyPath, folder, keepsCode } = contestant
  const about = { suite: 'start', peer, runtime }
  const time = { ...about, metric: 'time', unit: 'ms' } as const
  const memory = { ...about, metric: 'memory', unit: 'MB' } as const
  const file = join(folder, `${peer}-${runtime}-${round}.db`.replaceAll(/[ ,]/g, '-'))
  // The first start fills the cache of compiled code that all later ones use.
  if (keepsCode && round === 0) await startAndStop(contestant, `${file}-first`)
  const cold = keepsCode ? await startAndStop(contestant, `${file}-cold`, join(folder, `cold-${round}`)) : []
  const [empty = Number.NaN] = await startAndStop(contestant, file)
  const server = await start(contestant, file)
  try {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const rest = server.memory() / 1e6
    const requests = [plain('GET', readyPath)]
    let answered = 0
    while (answered < 10_000) answered += (await applyLoad(server.port, { seconds: 1, requests })).requests
    const figures: readonly Figure[] = [
      ...cold.map((value) => ({ ...time, scenario: 'empty folder, nothing compiled ahead', value })),
      { ...time, scenario: 'empty folder', value: empty },
      { ...time, scenario: 'existing file', value: server.startTime },
      { ...memory, scenario: 'at rest', value: rest },
      { ...memory, scenario: 'after 10,000 requests', value: server.memory() / 1e6 },
    ]
    return figures.map((figure) => ({ ...figure, value: Number(figure.value.toFixed(1)) }))
  } finally {
    await server.stop()
  }
}

async function startAndStop(
  contestant: Contestant,
  file: string,
  cache?: string,
): Promise<readonly number[]> {
  const { startTime, stop } = await start(contestant, file, cache)
  await stop()
  return [startTime]
}

/** Starts it with compiled code cached in the contestant's own folder, or in `cache`. */
function start({ command, environment, readyPath, folder }: Contestant, file: string, cache?: string) {
  const caches = { XDG_CACHE_HOME: cache ?? join(folder, 'warm') }
  return startServer(command, { environment: { ...environment(file), ...caches }, readyPath })
}
