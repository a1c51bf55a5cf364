import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { serve } from '@postern/contract/node'
import type { JsonSchema } from '@postern/model'
import openapiTS, { astToString } from 'openapi-typescript'
import { startTestService } from '../../service/test/test-service.ts'
import { libraryClient, serviceClient } from './client-programs.ts'
import { judgedDocuments } from './documents.ts'
import { openLibrary } from './open-library.ts'

const run = promisify(execFile)
// The generator uses the compiler's API, which the workspace's own compiler no longer has.
const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
const strictly = [
  '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --verbatimModuleSyntax',
  '--noUnusedLocals --noEmit --skipLibCheck false --allowImportingTsExtensions',
  '--target es2024 --module nodenext --lib es2024,dom,dom.iterable',
].flatMap((line) => line.split(' '))

const origins: Record<string, string> = {}
const server = await serve(openLibrary(), { port: 0 })
const service = await startTestService()
origins['library'] = server.url
origins['service'] = service.origin
const folder = await mkdtemp(join(tmpdir(), 'generated-'))
await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
after(async () => {
  await server.close(0)
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('the types that openapi-typescript makes of every document compile strictly', async () => {
  const documents = judgedDocuments()
  const files = documents.map(([name]) => join(folder, `${name.replaceAll(/\W+/g, '-')}.ts`))
  for (const [index, file] of files.entries())
    await writeFile(file, await typesOf(documents[index]?.[1] ?? {}))
  await compile(files)
})

for (const [name, { program, prints }] of Object.entries({
  library: libraryClient,
  service: serviceClient,
})) {
  test(`a client of these types compiles strictly and talks to the ${name}`, async () => {
    await writeFile(join(folder, 'schema.ts'), await typesOf(await documentAt(origins[name] ?? '')))
    const file = join(folder, `${name}-client.ts`)
    await writeFile(file, program.replace('ORIGIN', origins[name] ?? ''))
    await compile([file])
    const { stdout } = await run(process.execPath, [file])
    assert.deepEqual(stdout.trimEnd().split('\n'), prints)
  })
}

async function documentAt(origin: string): Promise<JsonSchema> {
  return (await fetch(`${origin}/openapi.json`)).json() as Promise<JsonSchema>
}

async function typesOf(document: JsonSchema): Promise<string> {
  // A field with a default may be omitted from a request.
  const options = { silent: true, defaultNonNullable: false }
  return astToString(await openapiTS(JSON.stringify(document), options))
}

async function compile(files: readonly string[]): Promise<void> {
  await run(process.execPath, [compiler, ...strictly, ...files]).catch((error: Error & { stdout: string }) =>
    assert.fail(error.stdout),
  )
}
