import { readFileSync } from 'node:fs'
import type { Environment } from '@postern/contract/cors'
import { CommandError } from './terminal.ts'

/** Reads variables from a file of `NAME=value` lines; throws a `CommandError` where it cannot be read. */
export function readEnvironmentFile(path: string): Environment {
  // An import would load all that node:util names along with it: some 5 ms of every start.
  const { parseEnv } = process.getBuiltinModule('node:util')
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`Cannot read the variables in ${path}: ${reason}`)
  }
}
