import { spawnSync } from 'node:child_process'

/** Runs a command and returns its output, parsed as JSON; throws an error with its last output where it fails. */
export function runForJson([program = '', ...parameters]: readonly string[]): unknown {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status === 0) return JSON.parse(stdout)
  throw error ?? new Error(`${program} ${parameters.join(' ')} ended with ${status}\n${stderr.slice(-2000)}`)
}
