import { readJsonLines } from '../scripts/json-lines.ts'
import type { HttpAnswer, HttpCase } from './http-case.ts'
import { differenceFrom } from './http-comparison.ts'
import { deviationsOn, variantOf } from './http-deviations.ts'
import { RUNTIMES, type Runtime, serveVariants } from './http-runtime.ts'
import { ask, type Request } from './http-socket.ts'
import { type Replay, replayOf } from './replay.ts'

/** Replays one file of recorded requests through sockets, on every runtime, against the applications declared with this library. */
export async function replayHttp(file: string): Promise<Replay> {
  const cases = readJsonLines<HttpCase>(file)
  const misses = await Promise.all(RUNTIMES.map((runtime) => missesOn(runtime, cases)))
  const missed = new Set(misses.flatMap((some) => some.map(({ id }) => id)))
  const lines = [...missed].map((id) => {
    const reasons = misses.flatMap((some, index) =>
      some.filter((one) => one.id === id).map(({ difference }) => `${RUNTIMES[index]}: ${difference}`),
    )
    return `${id}: ${reasons.join('; ')}`
  })
  return replayOf(cases.length, lines)
}

async function missesOn(
  runtime: Runtime,
  cases: readonly HttpCase[],
): Promise<{ readonly id: string; readonly difference: string }[]> {
  const served = await serveVariants([...new Set(cases.map(variantOf))], runtime)
  const misses: { id: string; difference: string }[] = []
  for (const recorded of cases) {
    const port = served.ports.get(variantOf(recorded)) ?? 0
    const difference = await replay(recorded, port, runtime).catch(String)
    if (difference !== undefined) misses.push({ id: recorded.id, difference })
  }
  await served.close()
  return misses
}

/** Sends the request twice: what a server caches from its first response may change the next one. */
async function replay(recorded: HttpCase, port: number, runtime: Runtime): Promise<string | undefined> {
  const deviation = deviationsOn(runtime).find((one) => one.holdsFor(recorded))
  const askAgain = (request: Request) => ask(port, request)
  const judge = (answer: HttpAnswer) =>
    deviation === undefined
      ? differenceFrom(recorded.response, answer)
      : deviation.judge(recorded, answer, askAgain)
  return (await judge(await askAgain(recorded))) ?? judge(await askAgain(recorded))
}
