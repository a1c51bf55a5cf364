import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Peer } from '../http/peers.ts'
import type { Installation } from './installation.ts'
import { compileNodePrograms } from './node-programs.ts'

/** A server that keeps what it is told, to be started again and again. */
export interface Contender {
  readonly peer: string
  readonly runtime: Peer['runtime']
  readonly command: readonly string[]
  readonly readyPath: string
  /** Its environment with posts in this file. */
  readonly environment: (file: string) => Readonly<Record<string, string>>
  /** Where its files go. */
  readonly folder: string
  /** Whether it keeps compiled code between its starts, below XDG_CACHE_HOME. */
  readonly keepsCode: boolean
}

const BENCH = join(import.meta.dirname, '..')

/** The service as npm installs it and from a clone, and these peers, Postern's application on the packages as npm installs them. */
export async function contendersFor(
  peers: readonly Peer[],
  folder: string,
  { program, folder: installed }: Installation,
): Promise<Contender[]> {
  const clone = join(BENCH, '..', 'service', 'bin', 'postern.js')
  const commandOf = await commandsOf(peers, join(installed, 'application'))
  return [
    { peer: 'postern', ...service(program), folder },
    { peer: 'postern, from a clone', ...service(clone), folder },
    ...peers.map((peer) => ({
      peer: isOwn(peer) ? 'postern, contract alone' : peer.title,
      runtime: peer.runtime,
      command: commandOf(peer),
      readyPath: '/posts/1',
      environment: (file: string) => ({ STORAGE: file }),
      folder,
      keepsCode: false,
    })),
  ]
}

/** How each peer is started: on Node as JavaScript, on Bun as it is; Postern's application in `application`. */
async function commandsOf(
  peers: readonly Peer[],
  application: string,
): Promise<(peer: Peer) => readonly string[]> {
  const names = peers.filter(({ runtime }) => runtime === 'node').map(({ name }) => name)
  const fileOf = await compileNodePrograms(names, join(BENCH, 'dist/start'))
  const ownFileOf = await compileNodePrograms(names, application)
  cpSync(join(BENCH, 'http/peers'), application, { recursive: true })
  return (peer) => {
    const { name, runtime, command } = peer
    if (runtime === 'node') return ['node', isOwn(peer) ? ownFileOf(name) : fileOf(name)]
    return isOwn(peer) ? [runtime, join(application, `${name}.ts`)] : command
  }
}

function isOwn({ title }: Peer): boolean {
  return title === 'postern'
}

function service(program: string): Omit<Contender, 'peer' | 'folder'> {
  return {
    runtime: 'node',
    command: ['node', program, 'serve'],
    readyPath: '/posts/',
    environment: (file) => ({
      DATABASE_URL: `sqlite:${file}`,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
    }),
    keepsCode: true,
  }
}
