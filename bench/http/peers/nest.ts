import 'reflect-metadata'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformSync } from '@swc/core'

const source = join(import.meta.dirname, 'nest/application.ts')
const folder = join(import.meta.dirname, '../../dist/nest')
// The extension is that of TypeScript, or of JavaScript where this file is compiled, too.
const ending = extname(import.meta.filename)
const compiled = join(folder, `application${ending}.js`)

// Nest depends on decorators with metadata, which Node cannot strip; compiled once, it starts like a built application.
if (!existsSync(compiled) || statSync(compiled).mtimeMs < statSync(source).mtimeMs) compile()
const { serve }: { readonly serve: () => Promise<void> } = await import(pathToFileURL(compiled).href)
await serve()

function compile(): void {
  const { code } = transformSync(readFileSync(source, 'utf8'), {
    filename: source,
    swcrc: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
  })
  mkdirSync(folder, { recursive: true })
  const store = pathToFileURL(join(import.meta.dirname, `store${ending}`)).href
  // Peers that start at the same time may compile at the same time.
  writeFileSync(`${compiled}.${process.pid}`, code.replace('../store.ts', store))
  renameSync(`${compiled}.${process.pid}`, compiled)
}
