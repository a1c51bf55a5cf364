import { join } from 'node:path'
import type { Deployment } from '../http/deployed-peers.ts'
import type { Peer } from '../http/peers.ts'

/** A server that stores posts, to be started again and again. */
export interface Contestant {
  readonly peer: string
  readonly runtime: Peer['runtime']
  readonly command: readonly string[]
  readonly readyPath: string
  /** Returns its environment, with posts in this file. */
  readonly environment: (file: string) => Readonly<Record<string, string>>
  /** The folder for its files. */
  readonly folder: string
  /** Whether it caches compiled code between its starts, below XDG_CACHE_HOME. */
  readonly keepsCode: boolean
}

/** Returns the service, as npm installs it and from a clone, and these peers. */
export function contestantsFor({ peers, program }: Deployment, folder: string): Contestant[] {
  const clone = join(import.meta.dirname, '..', '..', 'service', 'bin', 'postern.js')
  return [
    { peer: 'postern', ...service(program), folder },
    { peer: 'postern, from a clone', ...service(clone), folder },
    ...peers.map(({ title, runtime, command }) => ({
      peer: title === 'postern' ? 'postern, contract alone' : title,
      runtime,
      command,
      readyPath: '/posts/1',
      environment: (file: string) => ({ STORAGE: file }),
      folder,
      keepsCode: false,
    })),
  ]
}

function service(program: string): Omit<Contestant, 'peer' | 'folder'> {
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
