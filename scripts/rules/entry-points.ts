import type { SourceFile, Workspace } from './workspace.ts'

/** A file that a package's `exports` names. */
export interface EntryPoint {
  readonly manifest: SourceFile
  /** Relative to the root of the workspace. */
  readonly path: string
}

/** Returns every target of every `exports` and `bin` in the packages of the workspace. */
export function entryPoints(workspace: Workspace): EntryPoint[] {
  return packageManifests(workspace).flatMap((manifest) => {
    const fields: unknown = JSON.parse(manifest.text)
    const { exports: exported, bin } = Object(fields)
    const folder = manifest.path.replace(/package\.json$/, '')
    return targets([exported, bin]).map((target) => ({
      manifest,
      path: folder + target.replace(/^\.\//, ''),
    }))
  })
}

/** Returns the `package.json` of each published package. */
export function packageManifests({ files }: Workspace): SourceFile[] {
  return files.filter(({ path }) => /^(?:packages\/[^/]+|service)\/package\.json$/.test(path))
}

function targets(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(targets) : []
}
