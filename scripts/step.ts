import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { root } from './root.ts'

/** One command of a check. */
export interface Step {
  readonly name: string
  /** A program in `node_modules/.bin`, or `node` for the Node that runs this. */
  readonly program: string
  readonly args: readonly string[]
  /** Seconds after which the step is stopped, with everything it started. Default 120. */
  readonly limit?: number
}

/** The result of a step. */
export interface Outcome {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  /** Its output on both streams. */
  readonly output: string
  readonly passed: number
  readonly failed: number
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Where Node caches compiled sources: most of a test file's time would go into compiling them again. */
const compiled = join(root, 'node_modules/.cache/compiled')

/** Runs steps in order, up to `atOnce` of them at a time; passes each outcome to `report` as soon as it is known. */
export async function runSteps(
  steps: readonly Step[],
  { atOnce, report }: { atOnce: number; report: (outcome: Outcome) => void },
): Promise<Outcome[]> {
  // A signal that ends this process still ends what was started.
  const leave = () => process.exit(130)
  for (const signal of signals) process.on(signal, leave)
  const waiting = [...steps]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const outcome = await runStep(step)
      outcomes.push(outcome)
      report(outcome)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const signal of signals) process.off(signal, leave)
  return outcomes
}

async function runStep({ name, program, args, limit = 120 }: Step): Promise<Outcome> {
  const start = performance.now()
  const path = join(root, 'node_modules/.bin') + delimiter + (process.env.PATH ?? '')
  const file = program === 'node' ? process.execPath : program
  const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled }
  const child = spawn(file, args, { cwd: root, env, detached: !isWindows })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const stop = () => stopGroup(child)
  const timer = setTimeout(() => {
    output += `\nstopped after ${limit} seconds\n`
    stop()
  }, limit * 1000)
  process.once('exit', stop)
  const ended: unknown[] = await once(child, 'close').catch((error: Error) => [error.message])
  process.off('exit', stop)
  clearTimeout(timer)
  const ok = ended[0] === 0
  const seconds = (performance.now() - start) / 1000
  return { name, ok, seconds, output: output || String(ended[0]), ...count(output, ok) }
}

const isWindows = process.platform === 'win32'

/** Stops exactly what a step started: its process group, or on Windows, which has none, its descendants. */
function stopGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'])
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // The step has already ended.
  }
}

/** Reads the step's own figures from its output, if there are any: the test runner's, or `N passed, M failed`. */
function count(output: string, ok: boolean): { passed: number; failed: number } {
  const runner = /^\D*pass (\d+)\n\D*fail (\d+)\n\D*cancelled (\d+)$/m.exec(output)
  const [, passed, failed, cancelled = '0'] = runner ?? /(\d+) passed, (\d+) failed\W*$/.exec(output) ?? []
  if (passed === undefined) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  const failures = Number(failed) + Number(cancelled)
  return { passed: Number(passed), failed: ok ? failures : Math.max(failures, 1) }
}
