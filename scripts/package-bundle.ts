import { isAbsolute, join, relative } from 'node:path'
import { transform } from 'esbuild'
import { type GetModuleInfo, type Plugin, rollup } from 'rollup'

/** Names of entries or other modules, relative to `dist` and without `.js`. */
type Names = readonly string[]

/** What is bundled of a package. */
export interface Bundling {
  /** Each becomes a file of the same name. */
  readonly entries: Names
  /**
   * Modules that are loaded together, by the name of their file: these and everything they import, except modules of an
   * earlier group.
   */
  readonly groups: Readonly<Record<string, Names>>
}

/**
 * Writes `bundle` beside a package's `dist`: the same modules in a few files. A runtime opens these instead of a
 * hundred and starts in half of the time. Bundlers use `dist`, of which they leave out more (decisions/001).
 */
export async function bundlePackage(folder: string, { entries, groups }: Bundling): Promise<void> {
  const modules = join(folder, 'dist')
  const fileOf = (name: string) => join(modules, `${name}.js`)
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, fileOf(name) + ENTRY])),
    // Other packages, modules of a runtime and `assets` stay imports.
    external: (id) => !(id.startsWith('.') || isAbsolute(id)) || id.includes('/assets/'),
    plugins: [entriesApart(), placedAt(modules), withoutComments()],
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

/** Ends the name of a module that stands for an entry. */
const ENTRY = '?entry'

/** Gives each entry a file of its own. Of several in one group, one would become the file of the group, and export all of it. */
function entriesApart(): Plugin {
  return {
    name: 'entries-apart',
    resolveId: (id) => (id.endsWith(ENTRY) ? id : null),
    load: (id) => (id.endsWith(ENTRY) ? `export * from ${JSON.stringify(id.slice(0, -ENTRY.length))}` : null),
  }
}

/** Returns a module and everything that it imports statically. */
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

/** Makes `import.meta.url` point to where a module was compiled to, for files that it finds beside itself, such as migrations. */
function placedAt(modules: string): Plugin {
  return {
    name: 'placed',
    resolveImportMeta: (property, { moduleId, chunkId }) => {
      if (property !== 'url') return null
      const from = join(modules, '../bundle', chunkId, '..')
      const place = relative(from, moduleId).replaceAll('\\', '/')
      return `new URL(${JSON.stringify(place)}, import.meta.url).href`
    },
  }
}

/**
 * Removes comments, escapes non-ASCII characters and writes one statement per line. A runtime keeps the text of the
 * code it runs, and takes two bytes per character for a file with any character outside Latin-1: the service takes 2 MB
 * less (decisions/001).
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
