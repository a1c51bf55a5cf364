import { readFileSync } from 'node:fs'
import type { Environment } from '@postern/contract/cors'
import { messageOf } from '../message-of.ts'
import type { SettingProblem } from '../settings-error.ts'
import { CommandError } from './terminal.ts'

/** What a file has of variables, and what is wrong with the lines that have none. */
export interface EnvironmentFile {
  readonly variables: Environment
  readonly problems: readonly SettingProblem[]
}

/**
 * Reads variables from a file of `NAME=value` lines in UTF-8, with blank ones and `#` comments between them; a quoted value
 * may have line ends. Lines that are none are told by number alone: a secret may stand in them. Throws a `CommandError` for
 * a file that cannot be read.
 */
export function readEnvironmentFile(path: string): EnvironmentFile {
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
  return { variables, problems: strayProblems(path, stray) }
}

function strayProblems(path: string, lines: readonly number[]): readonly SettingProblem[] {
  if (lines.length === 0) return []
  const variable = `${path}, line ${lines.join(', ')}`
  const correction = '# before a comment'
  return [{ variable, value: '***', reason: 'is no NAME=value', correction }]
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
    throw failure(path, messageOf(error))
  }
}

function failure(path: string, reason: string): CommandError {
  return new CommandError(`Cannot read the variables in ${path}: ${reason}`)
}
