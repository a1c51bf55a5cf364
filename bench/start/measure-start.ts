import { join } from 'node:path'
import type { Series } from '../harness/samples-file.ts'
import { startServer } from '../harness/server.ts'
import { applyLoad } from '../harness/wrk.ts'
import type { Contender } from './contenders.ts'

/** One figure of a series. */
export type Figure = Omit<Series, 'values'> & { readonly value: number }

/** Starts a server with no file, then with the file it made, and looks at its memory at rest and after 10,000 requests. */
export async function measureStart(contender: Contender, round: number): Promise<Figure[]> {
  const { peer, runtime, readyPath, folder } = contender
  const about = { suite: 'start', peer, runtime }
  const file = join(folder, `${peer}-${runtime}-${round}.db`.replaceAll(/[ ,]/g, '-'))
  const first = await startTimed(contender, file)
  await first.server.stop()
  const { server, time } = await startTimed(contender, file)
  try {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const rest = server.memory() / 1e6
    const requests = [{ method: 'GET', path: readyPath, headers: {} }]
    let answered = 0
    while (answered < 10_000) answered += (await applyLoad(server.port, { seconds: 1, requests })).requests
    const used = server.memory() / 1e6
    return [
      { ...about, scenario: 'start with an empty folder', metric: 'time', unit: 'ms', value: first.time },
      { ...about, scenario: 'start with an existing file', metric: 'time', unit: 'ms', value: time },
      { ...about, scenario: 'memory at rest', metric: 'memory', unit: 'MB', value: rest },
      { ...about, scenario: 'memory after 10,000 requests', metric: 'memory', unit: 'MB', value: used },
    ]
  } finally {
    await server.stop()
  }
}

async function startTimed({ command, environment, readyPath }: Contender, file: string) {
  const begun = performance.now()
  const server = await startServer(command, { environment: environment(file), readyPath })
  return { server, time: performance.now() - begun }
}
