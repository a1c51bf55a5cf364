import { readFileSync } from 'node:fs'
import type { Environment } from '@postern/contract/cors'
import { CommandError } from './terminal.ts'

/**
 * Reads variables from a file of `NAME=value` lines in UTF-8, with blank ones and `#` comments between them; a quoted value
 * may have line ends. Throws one `CommandError` for all lines that are none, by number alone: a secret may stand in them.
 */
export function readEnvironmentFile(path: string): Environment {
  // An import would load all that node:util names along with it: some 5 ms of every start.
  const { parseEnv } = process.getBuiltinModule('node:util')
  const text = readText(path).replaceAll(/\r\n?/g, '\n')
  const variables: Record<string, string | undefined> = {}
  const stray: number[] = []
  for (const { 0: entry, index } of text.matchAll(entries)) {
    // Each by itself: of a value that is a space, Node makes the whole next line.
    if (isAssignment.test(entry)) Object.assign(variables, parseEnv(entry))
    else if (!/^\s*(#|$)/.test(entry)) stray.push(text.slice(0, index).split('\n').length)
  }
  if (stray.length === 0) return variables
  throw failure(path, `it has no NAME=value at line ${stray.join(', ')}. Begin comments with #`)
}

/** A line each, and as many as a quoted value goes over. */
const entries = /[^\S\n]*[^\s#=][^\n=]*=[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`)[^\n]*|[^\n]+/g
const isAssignment = /^\s*(?:export\s+)?[A-Z_a-z][\w.-]*\s*=/

function readText(path: string): string {
  const bytes = readBytes(path)
  try {
    // It leaves a byte order mark out.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw failure(path, 'it is not UTF-8. Save it in this encoding')
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw failure(path, error instanceof Error ? error.message : String(error))
  }
}

function failure(path: string, reason: string): CommandError {
  return new CommandError(`Cannot read the variables in ${path}: ${reason}`)
}
