import { spawnSync } from 'node:child_process'
import { versionOf } from '../harness/installed.ts'
import type { Peer } from './peers.ts'

/** Returns the versions of the runtimes and of the peers' packages. */
export function versionsOf(peers: readonly Peer[]): Readonly<Record<string, string>> {
  const packages = peers.flatMap((peer) => peer.versions.map((name) => [name, packageVersion(peer, name)]))
  return {
    node: answerOf('node', ['--version']).replace(/^v/, ''),
    bun: answerOf('bun', ['--version']),
    ...Object.fromEntries(packages),
  }
}

function packageVersion({ runtime, command: [program = ''] }: Peer, name: string): string {
  if (runtime !== 'python') return versionOf(name)
  return answerOf(program, ['-c', 'import sys, importlib.metadata as m; print(m.version(sys.argv[1]))', name])
}

function answerOf(program: string, parameters: readonly string[]): string {
  return (spawnSync(program, parameters, { encoding: 'utf8' }).stdout ?? '').trim() || 'unknown'
}
