import { readFileSync } from 'node:fs'

/** Reads the values of a file with one JSON text per line. */
export function readJsonLines<Value>(
  file: string | URL,
  parse: (line: string) => unknown = JSON.parse,
): readonly Value[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => parse(line) as Value)
}
