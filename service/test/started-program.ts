import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { POLICY_VARIABLES } from '@postern/contract/cors'
import { root } from '../../scripts/root.ts'
import { Variables } from '../src/settings.ts'

/** A program that runs beside the test, and its output so far. */
export interface StartedProgram {
  readonly child: ChildProcess
  /** Resolves with the first match in its output; rejects when it ends without one. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Resolves with its exit code and its whole output when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

/** The ways to start the service: npm's script in the workspace, or the launcher itself. */
export const programs = {
  npm: ['npm', 'start', '--silent'],
  launcher: [process.execPath, join(root, 'service/bin/postern.js')],
} as const

/** Options of {@link startProgram}. */
export interface ProgramOptions {
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Default: the workspace. */
  readonly folder?: string
}

/** Starts a program in its own process group. */
export function startProgram(program: readonly string[], options: ProgramOptions = {}): StartedProgram {
  const { arguments: given = [], environment = {}, folder = root } = options
  const [file = '', ...fixed] = program
  const child = spawn(file, [...fixed, ...given], {
    cwd: folder,
    env: { ...inherited(), ...environment },
    detached: true,
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (texts.stdout += chunk))
  child.stderr.on('data', (chunk) => (texts.stderr += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code, ...texts }))
  return { child, ended, printed: (pattern) => firstMatch({ child, texts, ended }, pattern) }
}

/** Resolves with the origin of a started service, once it has printed all of its start lines. */
export async function originOf({ printed }: Pick<StartedProgram, 'printed'>): Promise<string> {
  const [, origin = ''] = await printed(/Postern serves (http:\S+)[\s\S]*Stop with Ctrl-C/)
  return origin
}

interface Output {
  readonly child: ChildProcess
  readonly texts: { readonly stdout: string; readonly stderr: string }
  readonly ended: Promise<unknown>
}

function firstMatch({ child, texts, ended }: Output, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = pattern.exec(texts.stdout)
      if (match !== null) resolve(match)
    }
    look()
    child.stdout?.on('data', look)
    ended.then(() => reject(new Error(`It ended without ${pattern}: ${texts.stdout}${texts.stderr}`)))
  })
}

/**
 * Returns the variables of this process that a program receives: the test runner's would make it print its protocol,
 * ours would change what it does.
 */
export function inherited(): NodeJS.ProcessEnv {
  const own: readonly string[] = [...Object.keys(Variables.fields), ...POLICY_VARIABLES]
  const isForeign = (name: string) => name.startsWith('NODE_') || own.includes(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name)))
}
