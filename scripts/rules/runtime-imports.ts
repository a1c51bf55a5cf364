import { builtinModules } from 'node:module'
import { importsOf } from './imports.ts'
import { isProgram, isTest, type Problem, problemAt, type Workspace } from './workspace.ts'

const nodeAdapter = /^packages\/contract\/src\/adapters\/node(?:-[a-z-]+)?\.ts$/

/**
 * The model and the contract run on any runtime: only the files of the Node adapter, `node-*.ts`, import one. Globals
 * are checked by the linter.
 */
export function runtimeImports({ files }: Workspace): Problem[] {
  const sources = files.filter((file) => isProgram(file) && !isTest(file) && !nodeAdapter.test(file.path))
  return sources
    .filter(({ path }) => /^packages\/(?:model|contract)\/src\//.test(path))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) => isRuntime(specifier))
        .map(({ specifier, offset }) => problemAt(file, offset, `'${specifier}' belongs to one runtime`)),
    )
}

function isRuntime(specifier: string): boolean {
  return /^(?:node|bun|deno|npm|jsr|cloudflare):|^bun$/.test(specifier) || builtinModules.includes(specifier)
}
