import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, serve } from '@postern/contract/node'
import { applicationOf } from './applications/application.ts'
import type { HttpCase } from './http-case.ts'
import { differenceFrom } from './http-comparison.ts'
import { deviations, variantOf } from './http-deviations.ts'
import { ask, type Request } from './http-socket.ts'

/** What came of replaying one file. */
export interface Replay {
  readonly passed: number
  readonly failed: number
  /** One line a failed case: its id and the difference. */
  readonly misses: readonly string[]
}

/** Replays one file of `http/` through sockets against the applications declared with this library. */
export async function replayHttp(file: string): Promise<Replay> {
  const servers = new Map<string, Promise<RunningServer>>()
  const misses: string[] = []
  const cases = readCases(file)
  for (const recorded of cases) {
    const variant = variantOf(recorded)
    const server = await (servers.get(variant) ?? start(variant, servers))
    const difference = await replay(recorded, server.port)
    if (difference !== undefined) misses.push(`${recorded.id}: ${difference}`)
  }
  for (const server of servers.values()) await (await server).close(0)
  return { passed: cases.length - misses.length, failed: misses.length, misses }
}

function readCases(file: string): HttpCase[] {
  const text = readFileSync(join(import.meta.dirname, 'http', file), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as HttpCase)
}

function start(variant: string, servers: Map<string, Promise<RunningServer>>): Promise<RunningServer> {
  const server = serve(applicationOf(variant), { port: 0, maxHeaderSize: 65_536 })
  servers.set(variant, server)
  return server
}

async function replay(recorded: HttpCase, port: number): Promise<string | undefined> {
  const askAgain = (request: Request) => ask(port, request)
  const answer = await askAgain(recorded)
  const deviation = deviations.find((one) => one.holdsFor(recorded))
  return deviation === undefined
    ? differenceFrom(recorded.response, answer)
    : deviation.judge(recorded, answer, askAgain)
}
