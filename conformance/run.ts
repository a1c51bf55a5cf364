import { globSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { replayFields } from './fields.ts'
import { type Replay, replayHttp } from './http.ts'
import { replayResponses } from './response.ts'

const runners: Readonly<Record<string, (file: string) => Replay | Promise<Replay>>> = {
  fields: replayFields,
  response: replayResponses,
  http: replayHttp,
}

const given = process.argv.slice(2)
const files = given.length > 0 ? given.map((file) => resolve(file)) : recordedFiles()
let passed = 0
let failed = 0
for (const file of files) {
  const runner = runners[basename(dirname(file))]
  if (runner === undefined)
    throw new Error(`${file}: cases are replayed from a folder fields, response or http`)
  const replay = await runner(basename(file))
  for (const miss of replay.misses) console.log(miss)
  console.log(`${relative('.', file)}: ${replay.passed} passed, ${replay.failed} failed`)
  passed += replay.passed
  failed += replay.failed
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function recordedFiles(): string[] {
  return globSync('{fields,response,http}/*.jsonl', { cwd: import.meta.dirname })
    .sort()
    .map((file) => resolve(import.meta.dirname, file))
}
