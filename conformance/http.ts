import { readJsonLines } from '../scripts/json-lines.ts'
import type { HttpAnswer, HttpCase } from './http-case.ts'
import { differenceFrom } from './http-comparison.ts'
import { deviationsOn, variantOf } from './http-deviations.ts'
import { RUNTIMES, type Runtime, serveVariants } from './http-runtime.ts'
import { ask, type Request } from './http-socket.ts'
import { type Replay, replayOf } from './replay.ts'
import type { Served } from './served-process.ts'

/** Replays files of recorded requests, and ends what serves them. */
export interface HttpReplay {
  readonly replay: (file: string) => Promise<Replay>
  readonly close: () => Promise<void>
}

type ServedRuntime = Served & { readonly runtime: Runtime }
type Miss = { readonly id: string; readonly difference: string }

/**
 * Serves the applications declared with this library that the given files were recorded with, on every runtime once, to
 * replay the files through sockets. The applications store nothing, so one file is the same before and after another.
 */
export async function openHttpReplay(files: readonly string[]): Promise<HttpReplay> {
  const variants = [...new Set(files.flatMap((file) => readJsonLines<HttpCase>(file).map(variantOf)))]
  const runtimes = variants.length === 0 ? [] : RUNTIMES
  const served = await Promise.all(
    runtimes.map(async (runtime) => ({ runtime, ...(await serveVariants(variants, runtime)) })),
  )
  return {
    replay: (file) => replayFile(readJsonLines<HttpCase>(file), served),
    close: async () => {
      await Promise.all(served.map(({ close }) => close()))
    },
  }
}

async function replayFile(cases: readonly HttpCase[], served: readonly ServedRuntime[]): Promise<Replay> {
  const misses = await Promise.all(served.map((runtime) => missesOn(runtime, cases)))
  const missed = new Set(misses.flatMap((some) => some.map(({ id }) => id)))
  const lines = [...missed].map((id) => {
    const reasons = misses.flatMap((some, index) =>
      some.filter((one) => one.id === id).map(({ difference }) => `${RUNTIMES[index]}: ${difference}`),
    )
    return `${id}: ${reasons.join('; ')}`
  })
  return replayOf(cases.length, lines)
}

async function missesOn({ runtime, ports }: ServedRuntime, cases: readonly HttpCase[]): Promise<Miss[]> {
  const misses: Miss[] = []
  for (const recorded of cases) {
    const port = ports.get(variantOf(recorded)) ?? 0
    const difference = await replay(recorded, port, runtime).catch(String)
    if (difference !== undefined) misses.push({ id: recorded.id, difference })
  }
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
