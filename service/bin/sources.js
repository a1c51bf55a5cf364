// Runs the sources. Node does so by itself as well, but a start then takes at least a quarter longer.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'

/** What the names of the workspace's packages resolve to. */
const packages = new Map()

leaveParserPlain()
if (module.registerHooks) module.registerHooks({ resolve: findAtOnce, load: keptSources() })
await import('../src/main.ts')

/** Node strips types with a parser in WebAssembly. On a first start, optimizing that parser takes longer than all the parsing. */
function leaveParserPlain() {
  v8.setFlagsFromString('--wasm-tiering-budget=1000000000')
}

/**
 * A hook that resolves imports. The sources import each other by full file name, and the packages of the workspace are
 * the same for all of them; resolving each import the normal way would take a tenth of a start.
 */
function findAtOnce(specifier, context, next) {
  if (/^\.\.?\/.*\.ts$/.test(specifier)) {
    const url = new URL(specifier, context.parentURL).href
    return { url, format: 'module-typescript', shortCircuit: true }
  }
  return specifier.startsWith('@postern/') ? findPackage(specifier, context, next) : next(specifier, context)
}

function findPackage(specifier, context, next) {
  const known = packages.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
  packages.set(specifier, known)
  return known
}

/**
 * Returns a hook that loads sources from one file beside Node's cache of compiled code, which has them without types.
 * Node would read two files for each source, itself and what is left of it without types, and compute checksums of both.
 * Undefined without such a cache: then every source is loaded the normal way.
 */
function keptSources() {
  const file = keptFile()
  if (file === undefined) return undefined
  const sources = readKept(file)
  let isChanged = false
  process.on('exit', () => {
    if (isChanged) writeKept(file, sources)
  })
  return (url, context, next) => {
    if (context.format !== 'module-typescript') return next(url, context)
    let source = sources.get(url)
    if (source === undefined || source.version !== versionOf(source.path)) {
      source = strip(url)
      sources.set(url, source)
      isChanged = true
    }
    return { format: 'module', source: source.code, shortCircuit: true }
  }
}

/** Returns the name of the file for this folder of sources; undefined if no compiled code is kept, or types cannot be removed. */
function keptFile() {
  const caches = module.stripTypeScriptTypes && module.getCompileCacheDir?.()
  const folder = fileURLToPath(new URL('..', import.meta.url))
  return caches && join(caches, `sources${folder.replace(/\W+/g, '-').slice(-100)}`)
}

function readKept(file) {
  try {
    return v8.deserialize(readFileSync(file))
  } catch {
    return new Map()
  }
}

/** Whole or not at all: other processes may read it at the same time. */
function writeKept(file, sources) {
  const incomplete = `${file}.${process.pid}`
  try {
    writeFileSync(incomplete, v8.serialize(sources), { flush: true })
    renameSync(incomplete, file)
  } catch {
    rmSync(incomplete, { force: true })
  }
}

function strip(url) {
  const path = fileURLToPath(url)
  const version = versionOf(path)
  const code = module.stripTypeScriptTypes(readFileSync(path, 'utf8'), { sourceUrl: url })
  return { path, version, code }
}

/** Returns what changes with every change of a file. Copies may keep the time of modification, but no other of these. */
function versionOf(path) {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path)
  return [ino, size, mtimeMs, ctimeMs].join(' ')
}
