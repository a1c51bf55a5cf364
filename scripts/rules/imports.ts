import type { SourceFile } from './workspace.ts'

/** One module that a file names: imported, exported from, or loaded later. */
export interface Import {
  readonly specifier: string
  readonly offset: number
}

/** Every module a file names by a literal. */
export function importsOf({ code, skeleton }: SourceFile): Import[] {
  const found: Import[] = []
  for (const { 0: head, index } of skeleton.matchAll(/\b(?:from|import)\s*\(?\s*(?=['"`])/g)) {
    const start = index + head.length
    const end = skeleton.indexOf(skeleton[start] ?? '', start + 1)
    found.push({ specifier: code.slice(start + 1, end), offset: index })
  }
  return found
}

/** The path of the file a relative specifier names, from the root of the workspace. */
export function resolvePath(importer: string, specifier: string): string {
  return new URL(specifier, `file:///${importer}`).pathname.slice(1)
}
