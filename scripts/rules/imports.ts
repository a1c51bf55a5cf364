import type { SourceFile } from './workspace.ts'

/** A module that a file refers to: imported, re-exported, or loaded later. */
export interface Import {
  readonly specifier: string
  readonly offset: number
}

/** Returns every module that a file refers to by a literal. */
export function importsOf({ code, skeleton }: SourceFile): Import[] {
  const found: Import[] = []
  for (const { 0: head, index } of skeleton.matchAll(/(?<![.\w$])(?:from|import)\s*\(?\s*(?=['"`])/g)) {
    const start = index + head.length
    const end = skeleton.indexOf(skeleton[start] ?? '', start + 1)
    found.push({ specifier: code.slice(start + 1, end), offset: index })
  }
  return found
}

/** Returns the path of the file that a relative specifier refers to, from the root of the workspace. */
export function resolvePath(importer: string, specifier: string): string {
  return new URL(specifier, `file:///${importer}`).pathname.slice(1)
}
