import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { maskCode } from './code-mask.ts'

/** A place in the workspace and what is wrong there. */
export interface Problem {
  readonly path: string
  /** Starting at 1. */
  readonly line: number
  readonly message: string
}

/** A text file, with its path from the root, with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  /** For programs: the text with comments blanked. Otherwise the text. */
  readonly code: string
  /** For programs: comments and what is inside literals blanked. Otherwise the text. */
  readonly skeleton: string
  /** For programs: everything but comments blanked. Otherwise empty. */
  readonly comments: string
}

/** Everything that the rules read. */
export interface Workspace {
  readonly files: readonly SourceFile[]
  exists(path: string): boolean
}

/** A house rule: returns all places that violate it. */
export type Rule = (workspace: Workspace) => Problem[]

const readable = /\.(?:[cm]?[jt]s|py|json|md|sql|ya?ml|sh|html|css|service)$|^(?:Containerfile|run)$/
const skipped = new Set(['node_modules', '.git', 'dist', 'data', 'coverage'])
const generated = /(?:^|\/)(?:package-lock\.json|assets\/[^/]+)$|^conformance\/.*\.jsonl?$/

/** Reads the text files under `root`, without installed, built or recorded ones. */
export function readWorkspace(root: string): Workspace {
  const paths = pathsIn(root, '').filter((path) => !generated.test(path))
  const files = paths.sort().map((path) => createSource(path, readFileSync(join(root, path), 'utf8')))
  return { files, exists: (path) => existsSync(join(root, path)) }
}

/** Does not look into skipped folders: what is installed has many more files. */
function pathsIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    if (entry.isDirectory()) return pathsIn(root, `${folder}${entry.name}/`)
    return entry.isFile() && readable.test(entry.name) ? [folder + entry.name] : []
  })
}

/** Creates a file as the rules read it. */
export function createSource(path: string, text: string): SourceFile {
  if (!/\.[cm]?[jt]s$/.test(path)) return { path, text, code: text, skeleton: text, comments: '' }
  const code = maskCode(text)
  const comments = text.replace(/[^\n]/g, (character, i) => (code[i] === character ? ' ' : character))
  return { path, text, code, skeleton: maskCode(text, { literals: true }), comments }
}

/** Returns a problem at an offset of a file. */
export function problemAt({ path, text }: SourceFile, offset: number, message: string): Problem {
  return { path, line: text.slice(0, offset).split('\n').length, message }
}

/** Returns a problem for each match of `pattern` (with the flag `g`) in one view of a file. */
export function problemsMatching(
  source: SourceFile,
  { in: view, pattern, message }: { in: 'text' | 'skeleton' | 'comments'; pattern: RegExp; message: string },
): Problem[] {
  return [...source[view].matchAll(pattern)].map(({ 0: found, index }) =>
    problemAt(source, index + found.length - found.trimStart().length, message),
  )
}

/** Whether it is a file of JavaScript or TypeScript. */
export function isProgram({ path }: SourceFile): boolean {
  return /\.[cm]?[jt]s$/.test(path)
}

/** Whether it is a test of behaviour or of types. */
export function isTest({ path }: SourceFile): boolean {
  return /\.test(?:-d)?\.ts$/.test(path)
}
