import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { replayDocument } from './document.ts'
import { replayFields } from './fields.ts'
import { replayHttp } from './http.ts'
import type { Replay } from './replay.ts'
import { replayResponses } from './response.ts'

const given = process.argv.slice(2)
const files = given.length > 0 ? given.map((file) => resolve(file)) : recordedFiles()
let passed = 0
let failed = 0
for (const file of files) {
  const replay = await replayerOf(file)(file)
  for (const miss of replay.misses) console.log(miss)
  console.log(`${relative('.', file)}: ${replay.passed} passed, ${replay.failed} failed`)
  passed += replay.passed
  failed += replay.failed
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function recordedFiles(): string[] {
  return globSync('{fields,response,http}/*.jsonl', { cwd: import.meta.dirname })
    .concat(globSync('openapi/*.json', { cwd: import.meta.dirname }))
    .sort()
    .map((file) => resolve(import.meta.dirname, file))
}

/** The replayer of a file, told by what its cases hold (README sections 1 to 3). */
function replayerOf(file: string): (file: string) => Replay | Promise<Replay> {
  if (file.endsWith('.json')) return replayDocument
  const [line = '{}'] = readFileSync(file, 'utf8').split('\n', 1)
  const members = Object.keys(JSON.parse(line) as object)
  if (members.includes('variant')) return replayHttp
  if (members.includes('returned')) return replayResponses
  if (members.includes('source')) return replayFields
  throw new Error(
    `${file}: its first line is no recorded field, reply or request (see conformance/README.md)`,
  )
}
