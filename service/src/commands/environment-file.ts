import type { Environment } from '@postern/contract/cors'
import { messageOf } from '../message-of.ts'
import type { SettingProblem } from '../settings-error.ts'
import { CommandError } from './terminal.ts'
import { readUtf8 } from './utf8-file.ts'

/** The variables of a file, and the problems of the lines that contain none. */
export interface EnvironmentFile {
  readonly variables: Environment
  readonly problems: readonly SettingProblem[]
}

/**
 * Reads variables from a UTF-8 file of `NAME=value` lines, blank lines and `#` comments. A quoted value may contain
 * line ends. Invalid lines are reported only by number, since they may contain a secret. Throws a `CommandError` for a
 * file that cannot be read.
 */
export function readEnvironmentFile(path: string): EnvironmentFile {
  // A static import would load everything that node:util exports: about 5 ms of every start.
  const { parseEnv } = process.getBuiltinModule('node:util')
  const text = readText(path).replaceAll(/\r\n?/g, '\n')
  const variables: Record<string, string | undefined> = {}
  const stray: number[] = []
  for (const { 0: entry, index } of text.matchAll(entries)) {
    // Each entry is parsed by itself: where a value is a space, Node would take the whole next line as the value.
    if (isAssignment.test(entry)) Object.assign(variables, parseEnv(entry))
    else if (!/^\s*(#|$)/.test(entry)) stray.push(text.slice(0, index).split('\n').length)
  }
  return { variables, problems: strayProblems(path, stray) }
}

function strayProblems(path: string, lines: readonly number[]): readonly SettingProblem[] {
  if (lines.length === 0) return []
  const variable = `${path}, line ${lines.join(', ')}`
  const correction = '# before a comment'
  return [{ variable, value: '***', reason: 'is not NAME=value', correction }]
}

/** Matches one line, or several where a quoted value spans them. */
const entries = /[^\S\n]*[^\s#=][^\n=]*=[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`)[^\n]*|[^\n]+/g
const isAssignment = /^\s*(?:export\s+)?[A-Z_a-z][\w.-]*\s*=/

function readText(path: string): string {
  try {
    return readUtf8(path)
  } catch (error) {
    throw new CommandError(`Cannot read the variables in ${path}: ${messageOf(error)}`)
  }
}
