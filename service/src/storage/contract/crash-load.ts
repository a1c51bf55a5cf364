import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Storage } from '../storage.ts'

/** A program that keeps writing posts. Each post goes through the stages created, replaced and, for some, deleted. */
export type CrashWriter = {
  /** The last acknowledged stage of each post, by its id. */
  readonly stages: Map<number, number>
  /** Resolves once this many writes have been acknowledged. */
  reach(writes: number): Promise<void>
  /** Kills the program and resolves when all of its output has been read. */
  kill(): Promise<void>
}

/** Returns the arguments that this runtime needs before the name of a program. */
export function runFlags(): readonly string[] {
  return process.versions['deno'] ? ['run', '--allow-all'] : []
}

/** Starts the program over a database; acknowledged stages are recorded in `stages`. */
export function startCrashWriter(url: string, stages = new Map<number, number>()): CrashWriter {
  const program = fileURLToPath(new URL('crash-writer.ts', import.meta.url))
  const writer = spawn(process.execPath, [...runFlags(), program, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(writer, 'exit')
  let acknowledged = 0
  let goal: { writes: number; resolve: () => void } | undefined
  const lines = createInterface(writer.stdout)
  lines.on('line', (line) => {
    const [id, stage] = line.split(' ').map(Number)
    if (id !== undefined && stage !== undefined) stages.set(id, stage)
    acknowledged += 1
    if (goal && acknowledged >= goal.writes) goal.resolve()
  })
  const read = once(lines, 'close')
  return {
    stages,
    reach: (writes) =>
      new Promise((resolve, reject) => {
        goal = { writes, resolve }
        if (acknowledged >= writes) resolve()
        void ended.then(() => reject(new Error('The writing program ended by itself')))
      }),
    kill: async () => {
      writer.kill('SIGKILL')
      assert.deepEqual(await ended, [null, 'SIGKILL'])
      await read
    },
  }
}

/**
 * Checks a post against its acknowledged stage: `last` when nothing was acknowledged since, so that the post is at that
 * stage or one further; `atLeast` when writing continued.
 */
export async function verifyStage(
  storage: Storage,
  id: number,
  { last, atLeast }: { last?: number; atLeast?: number },
): Promise<void> {
  const post = await storage.posts.get(id)
  // A missing post was deleted, which is the third stage.
  const stage = post?.version ?? 3
  const isRight = atLeast === undefined ? last === stage || last === stage - 1 : stage >= atLeast
  assert.ok(
    isRight,
    `post ${id} was acknowledged at stage ${last ?? atLeast}, found at ${post ? stage : 'none'}`,
  )
  if (post) assert.equal(post.content, post.title.repeat(100))
}
