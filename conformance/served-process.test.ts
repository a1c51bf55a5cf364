import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

test('a served program ends with the replay that started it, also where that fails', {
  timeout: 20_000,
}, async () => {
  const [module, server, vectors] = ['served-process.ts', 'cors/server.ts', 'cors/vectors.json'].map((name) =>
    JSON.stringify(join(import.meta.dirname, name)),
  )
  const program = `
    import { servedByScript } from ${module}
    await servedByScript('node', ${server}, [${vectors}])
    throw new Error('the replay fails')`
  const replay = spawn(process.execPath, ['--input-type=module', '--eval', program])
  // The served program has the same standard error, which ends with the last of both.
  const [output, [code]] = await Promise.all([text(replay.stderr), once(replay, 'exit')])
  assert.match(output, /the replay fails/)
  assert.equal(code, 1)
})
