import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { replayDocument } from './document.ts'
import { replayFields } from './fields.ts'
import { openHttpReplay } from './http.ts'
import { leave, namedFilesOr } from './named-files.ts'
import type { Replay } from './replay.ts'
import { replayResponses } from './response.ts'

type Recorded = 'fields' | 'responses' | 'requests' | 'document'

const files = namedFilesOr(recordedFiles()).map((file) => ({ file, recorded: recordedIn(file) }))
const requests = files.filter(({ recorded }) => recorded === 'requests').map(({ file }) => file)
const http = await openHttpReplay(requests)
const replayers: Readonly<Record<Recorded, (file: string) => Replay | Promise<Replay>>> = {
  fields: replayFields,
  responses: replayResponses,
  requests: http.replay,
  document: replayDocument,
}
let passed = 0
let failed = 0
for (const { file, recorded } of files) {
  const outcome = await replayers[recorded](file)
  for (const miss of outcome.misses) console.log(miss)
  console.log(`${relative('.', file)}: ${outcome.passed} passed, ${outcome.failed} failed`)
  passed += outcome.passed
  failed += outcome.failed
}
await http.close()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function recordedFiles(): string[] {
  return globSync('{fields,response,http}/*.jsonl', { cwd: import.meta.dirname })
    .concat(globSync('openapi/*.json', { cwd: import.meta.dirname }))
    .sort()
    .map((file) => resolve(import.meta.dirname, file))
}

/** Returns what a file holds, judged by its content (README sections 1 to 3). */
function recordedIn(file: string): Recorded {
  const members = membersOf(file)
  if (members.includes('openapi')) return 'document'
  if (members.includes('variant')) return 'requests'
  if (members.includes('returned')) return 'responses'
  if (members.includes('source')) return 'fields'
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
