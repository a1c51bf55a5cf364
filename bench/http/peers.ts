import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** A server with the application of application.md. */
export interface Peer {
  /** The file in the folder peers, without extension. */
  readonly name: string
  /** The name without its runtime, as in tables. */
  readonly title: string
  readonly runtime: 'node' | 'bun' | 'python'
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** Packages, installed here, whose versions affect the figures. */
  readonly versions: readonly string[]
  /** Scenarios that it cannot serve, by name, and why; they are not measured. */
  readonly unsupported: Readonly<Record<string, string>>
  /** Scenarios in which it does other work, by name, and which; they are measured and marked. `*` means all of them. */
  readonly notes: Readonly<Record<string, string>>
  /** Scenarios, by name, in which the check of its responses finds what its note says; only complaints that match are accepted. */
  readonly deviates: Readonly<Record<string, RegExp>>
  /** Whether it stores posts in SQLite where STORAGE is a path. */
  readonly storage: boolean
}

const BARE: Pick<Peer, 'unsupported' | 'notes' | 'deviates'> = {
  unsupported: {
    '422 with two errors': 'validates nothing',
    '422 with 100 errors': 'validates nothing',
    preflight: 'no cross-origin policy',
  },
  notes: {
    '*': 'the floor: no validation, no routing library, no cross-origin policy; what is not declared is left out by hand',
    'simple request from an allowed origin': 'no cross-origin policy',
  },
  deviates: { 'simple request from an allowed origin': /: access-control-allow-origin: , not / },
}

const HONO = ['hono', '@hono/zod-openapi', 'zod']

/** A Python with fastapi, uvicorn, uvloop and httptools. */
const PYTHON = process.env['POSTERN_BENCH_PYTHON'] ?? 'python3'

/** Every peer; the bare ones are the floor, and Postern is compared with all of them. */
export const PEERS: readonly Peer[] = [
  typescriptPeer({ name: 'bare-node', runtime: 'node', ...BARE }),
  typescriptPeer({ name: 'bare-bun', runtime: 'bun', ...BARE }),
  typescriptPeer({ name: 'postern-node', runtime: 'node' }),
  typescriptPeer({ name: 'postern-bun', runtime: 'bun' }),
  typescriptPeer({
    name: 'fastify',
    runtime: 'node',
    versions: ['fastify', 'typebox', '@fastify/cors', '@fastify/formbody', 'ajv'],
    notes: { '*': 'counts characters before it trims' },
  }),
  typescriptPeer({ name: 'hono-node', runtime: 'node', versions: [...HONO, '@hono/node-server'] }),
  typescriptPeer({ name: 'hono-bun', runtime: 'bun', versions: HONO }),
  typescriptPeer({
    name: 'elysia',
    runtime: 'bun',
    versions: ['elysia', '@elysiajs/cors'],
    notes: {
      '*': 'counts characters before it trims, and an emoji as two',
      '422 with 100 errors': 'names the first 64 errors',
      '100 kB body': 'fills in no default within a list',
    },
    deviates: { '422 with 100 errors': /: errors for 64, 65, / },
  }),
  typescriptPeer({ name: 'express', runtime: 'node', versions: ['express', 'zod', 'cors'] }),
  typescriptPeer({
    name: 'nest',
    runtime: 'node',
    versions: ['@nestjs/core', '@nestjs/platform-fastify', 'class-validator', 'class-transformer'],
  }),
  typescriptPeer({ name: 'orpc', runtime: 'node', versions: ['@orpc/server', '@orpc/openapi', 'zod'] }),
  {
    name: 'fastapi',
    title: 'fastapi',
    runtime: 'python',
    command: [PYTHON, join(import.meta.dirname, 'peers', 'fastapi-application.py')],
    versions: ['fastapi', 'pydantic', 'uvicorn', 'uvloop', 'httptools'],
    unsupported: {},
    notes: {},
    deviates: {},
    storage: true,
  },
]

/** Returns the peers that can be started here, and a line about each that cannot. */
export function findPresent(peers: readonly Peer[]): {
  readonly present: readonly Peer[]
  readonly absent: readonly string[]
} {
  const { status } = spawnSync(PYTHON, ['-c', 'import fastapi, httptools, uvicorn, uvloop'])
  const absent = status === 0 ? [] : peers.filter(({ runtime }) => runtime === 'python')
  return {
    present: peers.filter((peer) => !absent.includes(peer)),
    absent: absent.map(
      ({ name }) =>
        `${name} is left out: ${PYTHON} has no fastapi with uvicorn, uvloop and httptools; set POSTERN_BENCH_PYTHON to one that has`,
    ),
  }
}

/** A peer whose program is peers/NAME.ts. */
function typescriptPeer(
  peer: { readonly runtime: 'node' | 'bun' } & Partial<Peer> & Pick<Peer, 'name'>,
): Peer {
  const { name, runtime } = peer
  const command = [runtime, join(import.meta.dirname, 'peers', `${name}.ts`)]
  const title = name.replace(/-(node|bun)$/, '')
  return { title, command, versions: [], unsupported: {}, notes: {}, deviates: {}, storage: true, ...peer }
}
