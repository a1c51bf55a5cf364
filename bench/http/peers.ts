import { join } from 'node:path'

/** A server that serves the application of application.md. */
export interface Peer {
  /** The file under peers without its ending. */
  readonly name: string
  /** The name without its runtime, as tables show it. */
  readonly title: string
  readonly runtime: 'node' | 'bun' | 'python'
  /** Program and arguments. */
  readonly command: readonly string[]
  /** Packages, installed here, whose versions the figures depend on. */
  readonly versions: readonly string[]
  /** Scenarios that it cannot serve, by their names, and why; they are not measured. */
  readonly lacks: Readonly<Record<string, string>>
  /** Scenarios in which it does other work, by their names, and what; they are measured and marked. `*` is all of them. */
  readonly notes: Readonly<Record<string, string>>
  /** Whether it keeps posts in SQLite where STORAGE is a path. */
  readonly storage: boolean
}

const BARE: Pick<Peer, 'lacks' | 'notes'> = {
  lacks: {
    '422 with two errors': 'validates nothing',
    '422 with 100 errors': 'validates nothing',
    preflight: 'no cross-origin policy',
  },
  notes: {
    '*': 'the floor: no validation, no filter, no routing library, no cross-origin policy',
    'simple request from an allowed origin': 'no cross-origin policy',
  },
}

/** Every peer; the bare ones are the floor, and Postern is what is held against all. */
export const PEERS: readonly Peer[] = [
  typescriptPeer({ name: 'bare-node', runtime: 'node', ...BARE }),
  typescriptPeer({ name: 'bare-bun', runtime: 'bun', ...BARE }),
  typescriptPeer({ name: 'postern-node', runtime: 'node' }),
  typescriptPeer({ name: 'postern-bun', runtime: 'bun' }),
]

/** A peer whose program is peers/NAME.ts. */
function typescriptPeer(
  peer: { readonly runtime: 'node' | 'bun' } & Partial<Peer> & Pick<Peer, 'name'>,
): Peer {
  const { name, runtime } = peer
  const command = [runtime, join(import.meta.dirname, 'peers', `${name}.ts`)]
  const title = name.replace(/-(node|bun)$/, '')
  return { title, command, versions: [], lacks: {}, notes: {}, storage: true, ...peer }
}
