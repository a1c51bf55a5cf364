import { execFile } from 'node:child_process'
import { copyFile, cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, posix, relative } from 'node:path'
import { promisify } from 'node:util'
import { compiler } from './compiler.ts'
import { bundlePackage } from './package-bundle.ts'
import { root } from './root.ts'

/** A package as it is published to npm. */
export interface BuiltPackage {
  readonly name: string
  readonly folder: string
}

/** The parts of the workspace that become packages; each may import those before it. */
const sources = [
  { name: 'model', folder: 'packages/model', entries: [], alone: [], groups: {} },
  {
    name: 'contract',
    folder: 'packages/contract',
    entries: [],
    alone: [],
    // A program that uses only the policy or a client loads no server.
    groups: { policy: ['cors/index'], calls: ['client'], server: ['index', 'adapters/bun', 'adapters/node'] },
  },
  {
    name: 'postern',
    folder: 'service',
    entries: ['./src/main.ts'],
    // Nothing of the service needs the client: a file for their common modules would be one more to open at each start.
    alone: ['client'],
    groups: { service: ['commands/serve', 'commands/terminal', 'commands/utf8-file', 'storage/sqlite/open'] },
  },
] as const

type Source = (typeof sources)[number]

/**
 * Writes each package under `target`: JavaScript with declarations, both as modules and bundled, and what they need at
 * run time, without tests.
 */
export async function buildPackages(target: string): Promise<readonly BuiltPackage[]> {
  const built: BuiltPackage[] = []
  for (const source of sources) {
    const folder = join(target, source.name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const manifest = await readManifest(source)
    const entries = [...Object.values(manifest.exports), ...source.entries]
    await compile(source, folder, { entries, target })
    await bundleEntries(folder, entries.map(moduleName), source)
    await copyFiles(source, folder)
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(builtManifest(manifest), null, 2)}\n`)
    built.push({ name: source.name, folder })
  }
  return built
}

/** Bundles the entries together, except those in `alone`: each of these is bundled by itself and shares no file with the others. */
async function bundleEntries(
  folder: string,
  entries: readonly string[],
  { alone, groups }: Source,
): Promise<void> {
  const isAlone = (entry: string) => alone.some((name) => name === entry)
  await bundlePackage(folder, { entries: entries.filter((entry) => !isAlone(entry)), groups })
  for (const name of alone) await bundlePackage(folder, { entries: [name], groups: {} })
}

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

async function readManifest({ folder }: Source): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
}

/** Returns a module's name below `dist` or `bundle`, without extension, for the path of its source in the package's folder. */
function moduleName(source: string): string {
  return source.replace(/^\.\/src\//, '').replace(/\.ts$/, '')
}

/**
 * Returns the manifest with compiled exports. The first matching condition counts: `types` for TypeScript, `node` for
 * Node, Bun and Deno.
 */
function builtManifest(manifest: Manifest): object {
  const exports = Object.entries(manifest.exports).map(([path, source]) => {
    const name = moduleName(source)
    return [
      path,
      { types: `./dist/${name}.d.ts`, node: `./bundle/${name}.js`, default: `./dist/${name}.js` },
    ] as const
  })
  return { ...manifest, exports: Object.fromEntries(exports), engines: { node: '>=24' } }
}

/** Compiles only what the entry points import, so that tests and their helpers are left out. */
async function compile(
  source: Source,
  folder: string,
  { entries, target }: { readonly entries: readonly string[]; readonly target: string },
): Promise<void> {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rootDir: join(root, source.folder, 'src'),
      outDir: join(folder, 'dist'),
      paths: await builtPaths(source, target),
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: entries.map((file) => join(root, source.folder, file)),
    include: [],
  }
  const file = join(folder, 'tsconfig.json')
  await writeFile(file, JSON.stringify(config))
  await runCompiler(['--project', file])
  await rm(file)
}

/** Maps the packages built before to their declarations; otherwise their sources would be compiled as well. */
async function builtPaths(
  { name }: Source,
  target: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const before = sources.slice(
    0,
    sources.findIndex((source) => source.name === name),
  )
  const paths = await Promise.all(
    before.map(async (source) => {
      const { name: packageName, exports } = await readManifest(source)
      return Object.entries(exports).map(([path, file]) => {
        const declaration = file.replace('./src/', 'dist/').replace(/\.ts$/, '.d.ts')
        return [posix.join(String(packageName), path), [join(target, source.name, declaration)]] as const
      })
    }),
  )
  return Object.fromEntries(paths.flat())
}

async function copyFiles({ folder }: Source, built: string): Promise<void> {
  const from = join(root, folder)
  await copyFile(join(root, 'LICENSE'), join(built, 'LICENSE'))
  await writeFile(
    join(built, 'README.md'),
    withoutOutwardLinks(await readFile(join(from, 'README.md'), 'utf8')),
  )
  for (const part of ['assets', 'bin']) {
    await cp(join(from, part), join(built, part), {
      recursive: true,
      // What runs the sources is of no use without them.
      filter: (path) => !path.endsWith('.test.ts') && !path.endsWith(join('bin', 'sources.js')),
    }).catch(ignoreMissing)
  }
  for await (const file of glob(join(from, 'src/**/*.sql'))) {
    const copy = join(built, 'dist', relative(join(from, 'src'), file))
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(file, copy)
  }
}

/** Replaces links that lead out of the package, which lead nowhere for its readers, with their text. */
function withoutOutwardLinks(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\(\.\.\/[^)]+\)/g, '$1')
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

async function runCompiler(args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [compiler, ...args], { cwd: root })
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`tsc ${args.join(' ')}\n${output}`, { cause: error })
  }
}
