import { entryPoints } from './entry-points.ts'
import {
  isProgram,
  type Problem,
  problemAt,
  problemsMatching,
  type SourceFile,
  type Workspace,
} from './workspace.ts'

/** No `export *`, and no re-exports except in a package's entry points. The linter itself forbids default exports. */
export function exportForms(workspace: Workspace): Problem[] {
  const entries = new Set(entryPoints(workspace).map(({ path }) => path))
  return workspace.files.filter(isProgram).flatMap((file) => {
    const message = 'Only the entry points of a package hand on the names of other files'
    const barrel = isBarrel(file) && !entries.has(file.path) ? [problemAt(file, 0, message)] : []
    const stars = problemsMatching(file, {
      in: 'skeleton',
      pattern: /^\s*export\s*(?:type\s*)?\*/gm,
      message: '`export *` hides what is public; name each export',
    })
    return [...stars, ...barrel]
  })
}

function isBarrel({ path, skeleton }: SourceFile): boolean {
  if (/(?:^|\/)index\.ts$/.test(path)) return true
  const reExports =
    /\b(?:export|import)\b(?:\s+type)?\s*(?:(?:\{[^}]*\}|[\w$]+)?\s*from\s*(['"]).*?\1|\{[^}]*\});?/g
  return /\bexport\b/.test(skeleton) && skeleton.replace(reExports, '').trim() === ''
}
