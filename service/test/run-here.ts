import assert from 'node:assert/strict'
import { runProgram } from '../src/commands/program.ts'
import type { Terminal } from '../src/commands/terminal.ts'
import { inherited } from './started-program.ts'

/** The exit code of a command, and what it wrote. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command that asks nothing, in this process: for tests of what it writes about many inputs, beside a test that
 * starts a program.
 */
export async function runHere(
  words: string | readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const written: Record<'stdout' | 'stderr', string[]> = { stdout: [], stderr: [] }
  const print = (line: string) => void written.stdout.push(`${line}\n`)
  const terminal: Terminal = {
    environment: { ...inherited(), ...environment },
    fileProblems: [],
    print,
    announce: print,
    warn: (line) => void written.stderr.push(`${line}\n`),
    writeLog: (text) => void written.stderr.push(text),
    isReadable: false,
    stopSignal: () => assert.fail('Start a program that is to be stopped'),
    askSecret: () => assert.fail('Start a program that reads its standard input'),
    startProgress: () => assert.fail('Start a program that shows its progress'),
  }
  const code = await runProgram(terminal, typeof words === 'string' ? words.split(' ') : words)
  return { code, stdout: written.stdout.join(''), stderr: written.stderr.join('') }
}
