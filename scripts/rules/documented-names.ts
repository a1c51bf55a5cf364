import { entryPoints } from './entry-points.ts'
import { resolvePath } from './imports.ts'
import { type Problem, problemAt, type SourceFile, type Workspace } from './workspace.ts'

/** Every name that an entry point exports has a docstring at its declaration. */
export function documentedNames(workspace: Workspace): Problem[] {
  const byPath = new Map(workspace.files.map((file) => [file.path, file]))
  const seen = new Set<string>()
  return entryPoints(workspace).flatMap(({ path }) => {
    const entry = byPath.get(path)
    if (entry === undefined || !path.endsWith('.ts')) return []
    return exportedNames(entry).flatMap((name) => {
      const declaration = findDeclaration({ file: entry, name }, byPath)
      if (declaration === undefined) return [problemAt(entry, 0, `The declaration of '${name}' is not found`)]
      const { file, offset } = declaration
      if (isDocumented(file, offset) || seen.has(`${file.path} ${offset}`)) return []
      seen.add(`${file.path} ${offset}`)
      return [problemAt(file, offset, `'${name}' is public and has no docstring`)]
    })
  })
}

interface Place {
  readonly file: SourceFile
  readonly offset: number
}

const declared =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|class|interface|type|function\s*\*?)\s+([\w$]+)/gm

function exportedNames(file: SourceFile): string[] {
  const own = [...file.skeleton.matchAll(declared)].map(([, name = '']) => name)
  return [...new Set([...own, ...exported(file).map(({ name }) => name)])]
}

interface Binding {
  /** The name in this file. */
  readonly name: string
  /** The name in the other file. */
  readonly original: string
  /** Undefined for a name that is declared in this file or imported into it. */
  readonly from: string | undefined
}

function exported({ path, code }: SourceFile): Binding[] {
  const statements = code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}(?:\s*from\s*['"]([^'"]+)['"])?/gm)
  return [...statements].flatMap(([, list = '', specifier]) => {
    const from = specifier === undefined ? undefined : resolvePath(path, specifier)
    return names(list).map((pair) => ({ ...pair, from }))
  })
}

function names(list: string): { name: string; original: string }[] {
  const items = list.split(',').map((item) => item.trim().replace(/^type\s+/, ''))
  return items
    .filter((item) => item !== '')
    .map((item) => {
      const [original = '', name = original] = item.split(/\s+as\s+/)
      return { name, original }
    })
}

function findDeclaration(
  { file, name }: { file: SourceFile; name: string },
  byPath: ReadonlyMap<string, SourceFile>,
): Place | undefined {
  const offset = [...file.skeleton.matchAll(declaredAnywhere)].find(([, found]) => found === name)?.index
  if (offset !== undefined) return { file, offset }
  const source = [...imported(file), ...exported(file)].find((one) => one.name === name)
  if (source === undefined || (source.from === undefined && source.original === name)) return undefined
  const next = source.from === undefined ? file : byPath.get(source.from)
  return next && findDeclaration({ file: next, name: source.original }, byPath)
}

const declaredAnywhere = new RegExp(declared.source.replace('export\\s+', '(?:export\\s+)?'), 'gm')

function imported({ path, code }: SourceFile): Binding[] {
  const statements = code.matchAll(/^import\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"](\.[^'"]+)['"]/gm)
  return [...statements].flatMap(([, list = '', specifier = '']) =>
    names(list).map((pair) => ({ ...pair, from: resolvePath(path, specifier) })),
  )
}

function isDocumented({ text }: SourceFile, offset: number): boolean {
  const before = text.slice(0, offset).trimEnd()
  return before.endsWith('*/') && before.slice(before.lastIndexOf('/*')).startsWith('/**')
}
