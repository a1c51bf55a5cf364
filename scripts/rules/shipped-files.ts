import { entryPoints } from './entry-points.ts'
import { importsOf, resolvePath } from './imports.ts'
import type { SourceFile, Workspace } from './workspace.ts'

/**
 * Returns the published files: those that the entry points and the command line import. Tests and their helpers are not
 * published.
 */
export function shippedFiles(workspace: Workspace): ReadonlySet<SourceFile> {
  const byPath = new Map(workspace.files.map((file) => [file.path, file]))
  const shipped = new Set<SourceFile>()
  const waiting = [...entryPoints(workspace).map(({ path }) => path), 'service/src/main.ts']
  for (const path of waiting) {
    const file = byPath.get(path)
    if (file === undefined || shipped.has(file)) continue
    shipped.add(file)
    for (const { specifier } of importsOf(file)) {
      if (specifier.startsWith('.')) waiting.push(resolvePath(path, specifier))
    }
  }
  return shipped
}
