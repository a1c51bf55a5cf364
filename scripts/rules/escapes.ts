import { isProgram, type Problem, problemsMatching, type Workspace } from './workspace.ts'

const forbidden = [
  {
    in: 'skeleton',
    pattern: /\bas\s+unknown\s+as\b/g,
    message: '`as unknown as` asserts what is not so; narrow the value',
  },
  {
    in: 'comments',
    pattern: /(?:\/\/|\/\*|^\s*\*)\s*@ts-(?:ignore|expect-error|nocheck)\b/gm,
    message: 'The type checker is not silenced',
  },
  {
    in: 'comments',
    pattern: /(?:\/\/|\/\*)\s*(?:biome-ignore|eslint-disable|prettier-ignore)/g,
    message: 'The linter is not silenced',
  },
] as const

/** No way around the type checker or the linter, except in type tests. The linter itself forbids `any`. */
export function escapes({ files }: Workspace): Problem[] {
  const sources = files.filter((file) => isProgram(file) && !file.path.endsWith('.test-d.ts'))
  return sources.flatMap((file) => forbidden.flatMap((one) => problemsMatching(file, one)))
}
