import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

test('every recorded field and response passes where the platform forbids generated code', async () => {
  const program = join(import.meta.dirname, 'run.ts')
  const files = globSync('{fields,response}/*.jsonl', { cwd: import.meta.dirname })
  assert.ok(files.length > 0)
  const { stdout } = await run(
    process.execPath,
    ['--disallow-code-generation-from-strings', program, ...files],
    { cwd: import.meta.dirname },
  )
  assert.match(stdout, /\n\d+ passed, 0 failed\n$/)
})
