import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { createRandom, type Random } from '../../src/seed/random.ts'
import { originOf, programs, type StartedProgram, startProgram } from '../started-program.ts'
import { type FoundPost, Ledger } from './ledger.ts'
import { loadUntilGone, readBack } from './load.ts'

/** How often to kill the program, and the random seed that decides when. */
export interface CrashOptions {
  readonly kills: number
  readonly seed: number
  /** Milliseconds after which no further kill begins. */
  readonly limit: number
  /** Receives a line of progress now and then. */
  readonly onProgress: (line: string) => void
}

/** The result. Each problem is one line; there should be none. */
export interface CrashReport {
  readonly kills: number
  readonly acknowledged: number
  readonly problems: readonly string[]
}

interface Trial {
  readonly path: string
  readonly ledger: Ledger
  readonly random: Random
  readonly problems: string[]
  program: StartedProgram | undefined
}

const clients = 16

/**
 * Kills the serving program (SIGKILL) again and again over one SQLite file: mostly under write load, sometimes while it
 * starts or stops. After each start everything acknowledged must be there exactly, and the file must be sound.
 */
export async function runCrashTrial({ kills, seed, limit, onProgress }: CrashOptions): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'postern-crash-'))
  const random = createRandom(seed)
  const path = join(folder, 'postern.db')
  const trial: Trial = { path, ledger: new Ledger(), random, problems: [], program: undefined }
  const deadline = performance.now() + limit
  let done = 0
  try {
    while (done < kills && performance.now() < deadline) {
      await (random.below(8) === 0 ? killStarting(trial) : killWriting(trial))
      done += 1
      if (done % 10 === 0) onProgress(`${done} kills, ${trial.ledger.acknowledged} acknowledged writes`)
    }
    await verifyAll(trial)
  } finally {
    trial.program?.child.kill('SIGKILL')
  }
  if (trial.problems.length > 0) onProgress(`The database is kept in ${path}`)
  else await rm(folder, { recursive: true })
  return { kills: done, acknowledged: trial.ledger.acknowledged, problems: trial.problems }
}

async function killStarting(trial: Trial): Promise<void> {
  const program = startServer(trial)
  await setTimeout(trial.random.below(500))
  await kill(program)
}

async function killWriting(trial: Trial): Promise<void> {
  const { ledger, random, problems } = trial
  const program = startServer(trial)
  const origin = await originOf(program)
  await settle(trial, origin)
  const seeds = Array.from({ length: clients }, () => random.below(2 ** 31))
  const load = loadUntilGone({ origin, ledger, randoms: seeds.map(createRandom) })
  await setTimeout(random.below(400))
  if (random.below(8) === 0) {
    program.child.kill('SIGTERM')
    await setTimeout(random.below(20))
  }
  await kill(program)
  problems.push(...(await load))
}

async function verifyAll(trial: Trial): Promise<void> {
  const program = startServer(trial)
  const origin = await originOf(program)
  await settle(trial, origin)
  const { there, gone } = trial.ledger.ids()
  trial.problems.push(...(await readBack(origin, trial.ledger, [...there, ...gone])))
  program.child.kill('SIGTERM')
  await program.ended
}

/** Compares the whole file with the ledger and, over HTTP, some posts, especially those written last. */
async function settle({ path, ledger, problems }: Trial, origin: string): Promise<void> {
  const { posts, soundness } = readFile(path)
  problems.push(...ledger.settle(posts))
  if (soundness !== 'ok') problems.push(`integrity_check: ${soundness}`)
  const { there, gone } = ledger.ids()
  problems.push(...(await readBack(origin, ledger, [...there.slice(-100), ...gone.slice(-20)])))
}

function readFile(path: string): { posts: FoundPost[]; soundness: unknown } {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    const posts = database.prepare('SELECT id, title, content FROM posts').all()
    return {
      posts: posts.map(({ id, title, content }) => ({
        id: Number(id),
        title: String(title),
        content: String(content),
      })),
      soundness: database.prepare('PRAGMA integrity_check').get()?.['integrity_check'],
    }
  } finally {
    database.close()
  }
}

function startServer(trial: Trial): StartedProgram {
  const DATABASE_URL = `sqlite:${trial.path}`
  const environment = { PORT: '0', DATABASE_URL, LOG_LEVEL: 'error', RATE_LIMIT: 'off' }
  trial.program = startProgram(programs.launcher, { arguments: ['serve'], environment })
  return trial.program
}

async function kill(program: StartedProgram): Promise<void> {
  program.child.kill('SIGKILL')
  await program.ended
}
