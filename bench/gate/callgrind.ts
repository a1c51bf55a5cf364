import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MARKED } from './mark.ts'

/** One thread and one optimizing compiler that starts early: everything is compiled soon, and at the same turn every time. */
const COMPILATION = [
  '--single-threaded',
  '--predictable',
  '--no-maglev',
  '--invocation-count-for-turbofan=500',
]
/** No garbage collection falls into a stretch: one costs as much as a hundred turns, and where it falls is chance. */
const COLLECTION = ['--min-semi-space-size=64', '--max-semi-space-size=64']
const COUNTING = [
  '--tool=callgrind',
  '--cache-sim=no',
  '--smc-check=all-non-file',
  `--dump-before=${MARKED}`,
  '--vgdb=no',
]

/** A program that runs on Node under valgrind's instruction counter. */
export interface CountedProgram {
  /** Its output is piped; it ends by itself or is killed. */
  readonly child: ChildProcess
  /**
   * Resolves, when it has ended, with the instructions executed between successive marks. Rejects with its last output
   * if it failed.
   */
  readonly stretches: Promise<readonly number[]>
}

/** Starts a program under the counter. The seed is for the engine's hash tables and random numbers. */
export function startCounted(program: string, words: readonly string[], seed: number): CountedProgram {
  const folder = mkdtempSync(join(tmpdir(), 'postern-count-'))
  const seeds = [`--hash-seed=${seed}`, `--random-seed=${seed}`]
  const engine = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ...COMPILATION,
    ...COLLECTION,
    ...seeds,
  ]
  // The environment is on the stack: an empty one is the same everywhere.
  const child = spawn(
    'valgrind',
    [...COUNTING, `--callgrind-out-file=${join(folder, 'counts')}`, ...engine, program, ...words],
    {
      env: {},
    },
  )
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  )
  // If the program beside it fails, this process ends before the counted one.
  const clear = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', clear)
  const stretches = ended
    .then((code) => {
      if (code !== null && code !== 0) throw new Error(`The counted program failed: ${output.slice(-2000)}`)
      return readCounts(folder)
    })
    .finally(() => {
      process.off('exit', clear)
      clear()
    })
  return { child, stretches }
}

/** Each mark wrote a file, numbered from 1, with the count since the previous mark; what ran before the first mark is excluded. */
function readCounts(folder: string): readonly number[] {
  const dumps = readdirSync(folder).filter((file) => /^counts\.\d+$/.test(file)).length
  return Array.from({ length: Math.max(0, dumps - 1) }, (_, stretch) => {
    const text = readFileSync(join(folder, `counts.${stretch + 2}`), 'utf8')
    return parseTotal(text)
  })
}

/** Returns the sum in one of callgrind's files, from its line `totals: N`; throws where there is none. */
export function parseTotal(text: string): number {
  const [, total] = /^totals: (\d+)$/m.exec(text) ?? []
  if (total === undefined) throw new Error('A file of callgrind has no line "totals: N"')
  return Number(total)
}
