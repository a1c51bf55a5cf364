import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpCase } from './http-case.ts'
import { differenceFrom } from './http-comparison.ts'
import { deviationsOn, variantOf } from './http-deviations.ts'
import { type Runtime, serveVariants } from './http-runtime.ts'
import { ask, type Request } from './http-socket.ts'

/** What came of replaying one file. */
export interface Replay {
  readonly passed: number
  readonly failed: number
  /** One line a failed case: its id and the difference. */
  readonly misses: readonly string[]
}

/** Replays one file of `http/` through sockets against the applications declared with this library. */
export async function replayHttp(file: string, runtime: Runtime = 'node'): Promise<Replay> {
  const cases = readCases(file)
  const served = await serveVariants([...new Set(cases.map(variantOf))], runtime)
  const misses: string[] = []
  for (const recorded of cases) {
    const port = served.ports.get(variantOf(recorded)) ?? 0
    const difference = await replay(recorded, port, runtime)
    if (difference !== undefined) misses.push(`${recorded.id}: ${difference}`)
  }
  await served.close()
  return { passed: cases.length - misses.length, failed: misses.length, misses }
}

function readCases(file: string): HttpCase[] {
  const text = readFileSync(join(import.meta.dirname, 'http', file), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as HttpCase)
}

async function replay(recorded: HttpCase, port: number, runtime: Runtime): Promise<string | undefined> {
  const askAgain = (request: Request) => ask(port, request)
  const answer = await askAgain(recorded)
  const deviation = deviationsOn(runtime).find((one) => one.holdsFor(recorded))
  return deviation === undefined
    ? differenceFrom(recorded.response, answer)
    : deviation.judge(recorded, answer, askAgain)
}
