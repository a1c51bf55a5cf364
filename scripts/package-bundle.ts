import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'

/**
 * Writes `bundle` beside a package's `dist`: the same modules, one file for each entry and one for what entries share.
 * A runtime opens a few files instead of a hundred and starts in two thirds of the time; bundlers take `dist`, of which
 * they leave out more (decisions/001).
 */
export async function bundlePackage(folder: string, entries: readonly string[]): Promise<void> {
  const modules = join(folder, 'dist')
  await build({
    entryPoints: entries.map((entry) => join(modules, entry)),
    outbase: modules,
    outdir: join(folder, 'bundle'),
    bundle: true,
    splitting: true,
    format: 'esm',
    // What belongs to a runtime stays an import, `node:` and others.
    platform: 'node',
    target: 'es2024',
    packages: 'external',
    external: [join(folder, 'assets/*')],
    plugins: [placedAt(modules)],
    logLevel: 'error',
  })
}

/** What a module finds beside itself, as migrations, it finds where it was compiled to. */
function placedAt(modules: string): Plugin {
  return {
    name: 'placed',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        const place = JSON.stringify(`../dist/${relative(modules, path)}`)
        const text = await readFile(path, 'utf8')
        return { contents: text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`) }
      }),
  }
}
