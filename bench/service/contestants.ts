import { join } from 'node:path'
import type { Peer } from '../http/peers.ts'

/** A server with or without storage, to be measured. */
export interface Contestant {
  readonly peer: Peer
  /** Where it stores posts; each server gets a new database. */
  readonly database: 'none' | 'sqlite' | 'postgres'
  /** `/posts/` or `/posts`. */
  readonly collection: string
  /** Returns its environment, for the URL of its database. */
  readonly environment: (url: string) => Readonly<Record<string, string>>
}

/** The service's settings that differ from their defaults. */
export const SETTINGS: Readonly<Record<string, string>> = {
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
  METRICS_PORT: '0',
}

const POSTERN = join(import.meta.dirname, '..', '..', 'service', 'bin', 'postern.js')

/** All of them, named as in the tables. */
export const CONTESTANTS: readonly Contestant[] = [
  contestant('service without storage', 'none', { program: ours('service-in-memory.ts') }),
  contestant('service on SQLite', 'sqlite', { program: [POSTERN, 'serve'] }),
  contestant('service on PostgreSQL', 'postgres', { program: [POSTERN, 'serve'] }),
  contestant('plain contract without storage', 'none', { program: ours('contract-on-storage.ts') }),
  contestant('plain contract on SQLite', 'sqlite', { program: ours('contract-on-storage.ts') }),
  contestant('plain contract on PostgreSQL', 'postgres', { program: ours('contract-on-storage.ts') }),
  {
    ...contestant('Fastify, an SQLite insert a request', 'sqlite', {
      program: [join(import.meta.dirname, '..', 'http', 'peers', 'fastify.ts')],
      versions: ['fastify'],
    }),
    collection: '/posts',
    environment: (url) => ({ STORAGE: url.replace('sqlite:', '') }),
  },
  {
    ...contestant('Fastify, pg with a pool of 10', 'postgres', {
      program: ours('fastify-on-postgres.ts'),
      versions: ['fastify', 'pg'],
    }),
    collection: '/posts',
  },
]

function ours(file: string): readonly string[] {
  return [join(import.meta.dirname, 'peers', file)]
}

function contestant(
  name: string,
  database: Contestant['database'],
  { program, versions = [] }: { readonly program: readonly string[]; readonly versions?: readonly string[] },
): Contestant {
  const peer: Peer = {
    name,
    title: name,
    runtime: 'node',
    command: ['node', '--disable-warning=ExperimentalWarning', ...program],
    versions,
    unsupported: {},
    notes: {},
    deviates: {},
    storage: database !== 'none',
  }
  return {
    peer,
    database,
    collection: '/posts/',
    environment: (url) => ({ ...SETTINGS, ...(database !== 'none' && { DATABASE_URL: url }) }),
  }
}
