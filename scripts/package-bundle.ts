import { isAbsolute, join, relative } from 'node:path'
import { transform } from 'esbuild'
import { type GetModuleInfo, type Plugin, rollup } from 'rollup'

/** Names of entries or of other modules, from `dist` and without `.js`. */
type Names = readonly string[]

/** What of a package is bundled. */
export interface Bundling {
  /** Each becomes a file of its own name. */
  readonly entries: Names
  /** What is loaded together, by the name of the file that holds it: these modules and all that they import, save what is in a group before. */
  readonly groups: Readonly<Record<string, Names>>
}

/**
 * Writes `bundle` beside a package's `dist`: the same modules in a few files. A runtime opens these instead of a hundred and
 * starts in half of the time; bundlers take `dist`, of which they leave out more (decisions/001).
 */
export async function bundlePackage(folder: string, { entries, groups }: Bundling): Promise<void> {
  const modules = join(folder, 'dist')
  const fileOf = (name: string) => join(modules, `${name}.js`)
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, fileOf(name)])),
    // Other packages, what belongs to a runtime and `assets` stay imports.
    external: (id) => !(id.startsWith('.') || isAbsolute(id)) || id.includes('/assets/'),
    plugins: [placedAt(modules), withoutComments()],
  })
  const roots = Object.entries(groups).map(([group, names]) => [group, names.map(fileOf)] as const)
  await bundle.write({
    dir: join(folder, 'bundle'),
    chunkFileNames: 'parts/[name].js',
    manualChunks: (id, { getModuleInfo }) =>
      roots.find(([, files]) => files.some((file) => importedBy(file, getModuleInfo).has(id)))?.[0],
    hoistTransitiveImports: false,
    minifyInternalExports: false,
  })
  await bundle.close()
}

/** A module and all that it imports, save what is only imported when it is needed. */
function importedBy(
  file: string,
  getModuleInfo: GetModuleInfo,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const imported of getModuleInfo(file)?.importedIds ?? []) importedBy(imported, getModuleInfo, found)
  return found
}

/** What a module finds beside itself, as migrations, it finds where it was compiled to. */
function placedAt(modules: string): Plugin {
  return {
    name: 'placed',
    resolveImportMeta: (property, { moduleId, chunkId }) => {
      if (property !== 'url') return null
      const from = join(modules, '../bundle', chunkId, '..')
      return `new URL(${JSON.stringify(relative(from, moduleId))}, import.meta.url).href`
    },
  }
}

/**
 * Sources without comments, in ASCII, a statement a line. A runtime keeps the text of what it runs, and takes two bytes
 * for each character of a file that has one outside of Latin-1: the service takes 2 MB less (decisions/001).
 */
function withoutComments(): Plugin {
  return {
    name: 'without-comments',
    renderChunk: async (code) => {
      const options = { format: 'esm', target: 'esnext', legalComments: 'none' } as const
      const { code: dense } = await transform(code, { ...options, minifyWhitespace: true })
      return transform(dense, options)
    },
  }
}
