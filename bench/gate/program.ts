import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/** The programs that are counted. */
export type ProgramName = 'repeat' | 'serve'

/** The files of the counted programs, by name. */
export type Programs = Readonly<Record<ProgramName, string>>

/**
 * Compiles each counted program to one JavaScript file, for the duration of `use`: under valgrind, stripping types
 * would be most of the start.
 */
export async function withPrograms(use: (programs: Programs) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'postern-gate-'))
  try {
    await use(await buildPrograms(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function buildPrograms(folder: string): Promise<Programs> {
  await build({
    entryPoints: ['repeat.ts', 'serve.ts'].map((file) => join(import.meta.dirname, file)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
    logLevel: 'error',
  })
  return { repeat: join(folder, 'repeat.mjs'), serve: join(folder, 'serve.mjs') }
}
