import { statSync } from 'node:fs'
import { resolve } from 'node:path'

/** Returns the files named on the command line, or `all` where there are none; ends the program where a name is not a file. */
export function namedFilesOr(all: readonly string[]): readonly string[] {
  const named = process.argv.slice(2).map((name) => resolve(name))
  const missing = named.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
  if (missing.length > 0) leave(`There is no file ${missing.join(', ')}`)
  return named.length > 0 ? named : all
}

/** Ends the program with an error message about its arguments. */
export function leave(reason: string): never {
  console.error(reason)
  process.exit(1)
}
