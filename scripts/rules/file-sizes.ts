import { isProgram, isTest, type Problem, problemAt, type SourceFile, type Workspace } from './workspace.ts'

const limits = [
  { path: /^packages\/contract\/src\/exchange\.ts$/, lines: 60 },
  { path: /^examples\//, lines: 40 },
  { path: /^/, lines: 200 },
]

/** Limits the code lines of a file, without comments and blank lines. Tests and tables marked `// table: why` are exempt. */
export function fileSizes({ files }: Workspace): Problem[] {
  return files.flatMap((file) => {
    if (!isProgram(file) || isTest(file) || isTable(file)) return []
    const limit = limits.find(({ path }) => path.test(file.path))?.lines ?? 0
    const lines = file.code.split('\n').filter((line) => line.trim() !== '').length
    return lines > limit ? [problemAt(file, 0, `${lines} code lines; at most ${limit}`)] : []
  })
}

function isTable({ text }: SourceFile): boolean {
  return /^\/\/ table: \S/.test(text)
}
