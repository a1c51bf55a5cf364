import { entryPoints } from './entry-points.ts'
import { type Problem, problemAt, type SourceFile, type Workspace } from './workspace.ts'

/** The files named in manifests exist: targets of `exports` and `bin`, and files that npm scripts run. */
export function exportsMaps(workspace: Workspace): Problem[] {
  const root = workspace.files.filter(({ path }) => path === 'package.json')
  const named = [...entryPoints(workspace), ...root.flatMap(scriptFiles)]
  return named
    .filter(({ path }) => !path.includes('*') && !workspace.exists(path))
    .map(({ manifest, path }) => {
      const offset = manifest.text.indexOf(path.slice(path.lastIndexOf('/')))
      return problemAt(manifest, offset, `${path} does not exist`)
    })
}

function scriptFiles(manifest: SourceFile): { manifest: SourceFile; path: string }[] {
  const fields: unknown = JSON.parse(manifest.text)
  const commands: unknown[] = Object.values(Object(Object(fields).scripts))
  const paths = commands.flatMap((command) => String(command).match(/[\w-]+(?:\/[\w-]+)+\.[jt]s/g) ?? [])
  return paths.map((path) => ({ manifest, path }))
}
