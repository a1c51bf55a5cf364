import { join } from 'node:path'
import { leave, namedFilesOr } from '../named-files.ts'
import { servedByScript } from '../served-process.ts'
import { answerMisses } from './expectation.ts'
import { replayPolicy } from './policy-replay.ts'
import { sendRequest } from './socket-client.ts'
import { readVectorFile, type Vector, type VectorFile } from './vector.ts'

type Misses = Map<string, string[]>

// The node:http listener, and the fetch servers of the other runtimes.
const runtimes = ['node', 'bun', 'deno'] as const

const files = namedFilesOr([join(import.meta.dirname, 'vectors.json')]).map(openFile)
let passed = 0
let failed = 0
for (const { path, file } of files) {
  const misses = await replayFile(path, file)
  for (const { id, why } of file.vectors) {
    const missed = misses.get(id) ?? []
    for (const miss of missed) console.log(`${id}: ${miss} (${why})`)
    if (missed.length === 0) passed += 1
    else failed += 1
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function openFile(path: string): { readonly path: string; readonly file: VectorFile } {
  try {
    return { path, file: readVectorFile(path) }
  } catch (error) {
    return leave(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}

// A vector passes when the policy alone and the sockets of all runtimes give the expected result.
async function replayFile(path: string, file: VectorFile): Promise<Misses> {
  const misses: Misses = new Map()
  for (const vector of file.vectors) note(misses, vector, replayPolicy(vector, file).map(by('policy')))
  console.log(`policy: ${file.vectors.length} vectors`)
  for (const runtime of runtimes) await replaySocket(runtime, path, misses)
  return misses
}

async function replaySocket(runtime: (typeof runtimes)[number], path: string, misses: Misses): Promise<void> {
  const vectors = readVectorFile(path).vectors.filter(({ expect }) => expect.config_error === undefined)
  const served = await servedByScript(runtime, join(import.meta.dirname, 'server.ts'), [path])
  const port = served.ports.get('vectors') ?? 0
  let replayed = 0
  for (const vector of vectors) {
    if (vector.request === undefined) continue
    const answer = await sendRequest(port, vector.id, vector.request)
    note(misses, vector, answerMisses(vector, answer).map(by(runtime)))
    replayed += 1
  }
  await served.close()
  console.log(`${runtime}: ${replayed} vectors over a socket`)
}

function note(misses: Misses, { id }: Vector, missed: readonly string[]): void {
  misses.set(id, [...(misses.get(id) ?? []), ...missed])
}

function by(name: string): (miss: string) => string {
  return (miss) => `${name}: ${miss}`
}
