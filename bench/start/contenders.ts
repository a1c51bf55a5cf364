import { join } from 'node:path'
import type { Peer } from '../http/peers.ts'

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

/** The service itself and these peers. */
export function contendersFor(peers: readonly Peer[], folder: string): Contender[] {
  const service: Contender = {
    peer: 'postern',
    runtime: 'node',
    command: ['node', join(import.meta.dirname, '..', '..', 'service', 'bin', 'postern.js'), 'serve'],
    readyPath: '/posts/',
    environment: (file) => ({
      DATABASE_URL: `sqlite:${file}`,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
    }),
    folder,
    keepsCode: true,
  }
  return [
    service,
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
