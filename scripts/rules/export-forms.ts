import { entryPoints } from './entry-points.ts'
import {
  isProgram,
  type Problem,
  problemAt,
  problemsMatching,
  type SourceFile,
  type Workspace,
} from './workspace.ts'

/** No default exports, no `export *`, and nothing that only hands on names save a package's entry points. */
export function exportForms(workspace: Workspace): Problem[] {
  const entries = new Set(entryPoints(workspace).map(({ path }) => path))
  return workspace.files.filter(isProgram).flatMap((file) => {
    const message = 'Only the entry points of a package hand on the names of other files'
    const barrel = isBarrel(file) && !entries.has(file.path) ? [problemAt(file, 0, message)] : []
    return [...forbiddenForms(file), ...barrel]
  })
}

function forbiddenForms(file: SourceFile): Problem[] {
  return [
    ...problemsMatching(file, {
      in: 'skeleton',
      pattern: /^\s*export\s+default\b|\bas\s+default\s*[,}]/gm,
      message: 'A default export has no name to find; export a named one',
    }),
    ...problemsMatching(file, {
      in: 'skeleton',
      pattern: /^\s*export\s*(?:type\s*)?\*/gm,
      message: '`export *` hides what is public; name each export',
    }),
  ]
}

function isBarrel({ path, skeleton }: SourceFile): boolean {
  if (/(?:^|\/)index\.ts$/.test(path)) return true
  const handedOn = /\b(?:export|import)\b(?:\s+type)?\s*(?:\{[^}]*\}|[\w$]+)?\s*from\s*(['"]).*?\1;?/g
  return /\bexport\b/.test(skeleton) && skeleton.replace(handedOn, '').trim() === ''
}
