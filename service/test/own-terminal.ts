import { spawnSync } from 'node:child_process'

/** Returns the program that runs a shell's command in a terminal of its own. */
export function inTerminal(command: string): readonly string[] {
  return ['script', '--quiet', '--return', '--command', command, '/dev/null']
}

/** Returns why tests that need a terminal are skipped; false if the system can give one. */
export function terminalsMissing(): string | false {
  return (
    spawnSync('script', ['--quiet', '--command', 'true', '/dev/null']).status !== 0 &&
    'this system has no terminals to give'
  )
}
