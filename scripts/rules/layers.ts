import { type Import, importsOf, resolvePath } from './imports.ts'
import { bans, type Layers, layerTable } from './layer-table.ts'
import { isProgram, isTest, type Problem, problemAt, type SourceFile, type Workspace } from './workspace.ts'

/**
 * One arrow: service → contract → model, and inside each package the layer table. Tests may import anything, and so may
 * the runners of recorded behaviour. Benches may import from the service, of which only `app.ts` has an import name.
 */
export function layers({ files }: Workspace): Problem[] {
  const sources = files.filter(
    (file) => isProgram(file) && !isTest(file) && !file.path.startsWith('conformance/'),
  )
  const crossings = sources.flatMap((file) => importsOf(file).flatMap((found) => checkBans(file, found)))
  return [...crossings, ...layerTable.flatMap((table) => checkStack(table, sources))]
}

function checkBans(file: SourceFile, { specifier, offset }: Import): Problem[] {
  const target = specifier.startsWith('.') ? resolvePath(file.path, specifier) : specifier
  const messages = bans
    .filter(({ from, except, of }) => from.test(file.path) && !except?.test(file.path) && of.test(target))
    .map(({ message }) => message)
  const measuresService = file.path.startsWith('bench/') && ownPackage(target) === 'service'
  if (ownPackage(target) !== undefined && ownPackage(target) !== ownPackage(file.path) && !measuresService) {
    messages.push('Another package is imported by its name, not by a path')
  }
  return messages.map((message) => problemAt(file, offset, `${message}: '${specifier}'`))
}

function ownPackage(path: string): string | undefined {
  return /^(?:packages\/[^/]+|service)(?=\/)/.exec(path)?.[0]
}

/** An import from one unit to another of the same package. */
interface Edge extends Import {
  readonly file: SourceFile
  readonly from: string
  readonly to: string
}

function checkStack(table: Layers, sources: readonly SourceFile[]): Problem[] {
  const own = sources.filter(({ path }) => path.startsWith(`${table.folder}/`))
  const homeless = own
    .filter(({ path }) => levelOf(table, unitOf(table, path)) < 0)
    .map((file) =>
      problemAt(file, 0, `'${unitOf(table, file.path)}' is in no layer of scripts/rules/layer-table.ts`),
    )
  const edges = own.flatMap((file) => edgesOf(table, file))
  const wrong = edges.flatMap((edge) => checkEdge(table, edge, edges))
  return [...homeless, ...wrong]
}

function edgesOf(table: Layers, file: SourceFile): Edge[] {
  const from = unitOf(table, file.path)
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map((found) => ({ ...found, file, from, path: resolvePath(file.path, found.specifier) }))
    .filter(({ path }) => path.startsWith(`${table.folder}/`))
    .map(({ path, ...found }) => ({ ...found, to: unitOf(table, path) }))
    .filter(({ to }) => to !== from && levelOf(table, from) >= 0 && levelOf(table, to) >= 0)
}

function checkEdge(table: Layers, edge: Edge, edges: readonly Edge[]): Problem[] {
  const { file, offset, from, to } = edge
  const narrow = table.narrow[from]
  if (narrow !== undefined && !narrow.includes(to)) {
    const allowed = narrow.length > 0 ? `${narrow.join(', ')} only` : 'nothing outside itself'
    return [problemAt(file, offset, `'${from}' imports '${to}'; it may import ${allowed}`)]
  }
  const difference = levelOf(table, to) - levelOf(table, from)
  if (difference > 0) return [problemAt(file, offset, `'${from}' imports '${to}', which stands above it`)]
  const mutual = difference === 0 && edges.some((other) => other.from === to && other.to === from)
  return mutual ? [problemAt(file, offset, `'${from}' and '${to}' import each other`)] : []
}

function unitOf(table: Layers, path: string): string {
  const [unit = ''] = path.slice(table.folder.length + 1).split('/')
  return unit.replace(/\.ts$/, '')
}

function levelOf(table: Layers, unit: string): number {
  return table.stack.findIndex((layer) => layer.includes(unit))
}
