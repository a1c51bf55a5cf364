import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const PEERS = join(import.meta.dirname, '..', 'http', 'peers')

/**
 * Writes programs of `http/peers` as JavaScript into `folder`, each one file, other packages left as imports: to strip types as
 * it starts takes Node 70 ms, and nobody deploys that. Answers where each is.
 */
export async function compileNodePrograms(
  names: readonly string[],
  folder: string,
): Promise<(name: string) => string> {
  await build({
    // Nest's application is compiled by itself, and imports the store.
    entryPoints: [...names, 'store'].map((name) => join(PEERS, `${name}.ts`)),
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  cpSync(join(PEERS, 'nest'), join(folder, 'nest'), { recursive: true })
  return (name) => join(folder, `${name}.js`)
}
