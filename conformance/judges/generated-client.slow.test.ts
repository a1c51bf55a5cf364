import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
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

const clients = { library: libraryClient, service: serviceClient }

/** What the compiler says of all files: in one run, since it checks the declarations of the platform in each. */
const complaints = await compile([...(await writeDocuments()), ...(await writeClients())])

test('the types that openapi-typescript makes of every document compile strictly', async () => {
  assert.deepEqual(
    complaints.filter((line) => !Object.keys(clients).some((name) => isAbout(name, line))),
    [],
  )
})

for (const [name, { prints }] of Object.entries(clients)) {
  test(`a client of these types compiles strictly and talks to the ${name}`, async () => {
    assert.deepEqual(
      complaints.filter((line) => isAbout(name, line)),
      [],
    )
    const { stdout } = await run(process.execPath, [join(folder, name, 'client.ts')])
    assert.deepEqual(stdout.trimEnd().split('\n'), prints)
  })
}

async function writeDocuments(): Promise<readonly string[]> {
  const files: string[] = []
  for (const [name, document] of judgedDocuments()) {
    const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.ts`)
    await writeFile(file, await typesOf(document))
    files.push(file)
  }
  return files
}

/** Writes each client to a folder of its own, beside the types of the document that is served. */
async function writeClients(): Promise<readonly string[]> {
  const files: string[] = []
  for (const [name, { program }] of Object.entries(clients)) {
    const origin = origins[name] ?? ''
    const file = join(folder, name, 'client.ts')
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'schema.ts'), await typesOf(await documentAt(origin)))
    await writeFile(file, program.replace('ORIGIN', origin))
    files.push(file)
  }
  return files
}

function isAbout(client: string, complaint: string): boolean {
  return complaint.includes(`${client}/client.ts`) || complaint.includes(`${client}/schema.ts`)
}

async function documentAt(origin: string): Promise<JsonSchema> {
  return (await fetch(`${origin}/openapi.json`)).json() as Promise<JsonSchema>
}

async function typesOf(document: JsonSchema): Promise<string> {
  // A field with a default may be omitted from a request.
  const options = { silent: true, defaultNonNullable: false }
  return astToString(await openapiTS(JSON.stringify(document), options))
}

/** Returns the lines that the compiler writes about files, none if they are sound. */
async function compile(files: readonly string[]): Promise<readonly string[]> {
  const compiling = run(process.execPath, [compiler, ...strictly, ...files], { cwd: folder })
  return compiling.then(
    () => [],
    (error: Error & { stdout: string }) => [...error.stdout.trimEnd().split('\n')],
  )
}
