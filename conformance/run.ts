import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { replayDocument } from './document.ts'
import { replayFields } from './fields.ts'
import { replayHttp } from './http.ts'
import { leave, namedFilesOr } from './named-files.ts'
import type { Replay } from './replay.ts'
import { replayResponses } from './response.ts'

const replays = namedFilesOr(recordedFiles()).map((file) => ({ file, replay: replayerOf(file) }))
let passed = 0
let failed = 0
for (const { file, replay } of replays) {
  const outcome = await replay(file)
  for (const miss of outcome.misses) console.log(miss)
  console.log(`${relative('.', file)}: ${outcome.passed} passed, ${outcome.failed} failed`)
  passed += outcome.passed
  failed += outcome.failed
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function recordedFiles(): string[] {
  return globSync('{fields,response,http}/*.jsonl', { cwd: import.meta.dirname })
    .concat(globSync('openapi/*.json', { cwd: import.meta.dirname }))
    .sort()
    .map((file) => resolve(import.meta.dirname, file))
}

/** Returns the replayer for a file, chosen by its content (README sections 1 to 3). */
function replayerOf(file: string): (file: string) => Replay | Promise<Replay> {
  const members = membersOf(file)
  if (members.includes('openapi')) return replayDocument
  if (members.includes('variant')) return replayHttp
  if (members.includes('returned')) return replayResponses
  if (members.includes('source')) return replayFields
  leave(`${file} holds no recorded fields, replies, requests or document (see conformance/README.md)`)
}

/** Returns the names in the single object of a file, or in the first of its objects. */
function membersOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  try {
    return Object.keys(Object(JSON.parse(file.endsWith('.json') ? text : (text.split('\n', 1)[0] ?? ''))))
  } catch {
    return []
  }
}
