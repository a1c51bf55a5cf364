import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { installPackages } from '../harness/installation.ts'
import type { Peer } from './peers.ts'

/** What is measured as it is deployed. */
export interface Deployment {
  /** The same peers with commands of their own. */
  readonly peers: readonly Peer[]
  /** The service's program, as npm installs it. */
  readonly program: string
}

/** What a report says of peers that {@link deploy} made ready. */
export const DEPLOYMENT_NOTE =
  'on Node all programs are JavaScript, for nobody deploys what has its types stripped as it starts (70 ms, 17 MB); Postern’s packages are what npm installs, as those of the peers'

const SOURCES = join(import.meta.dirname, 'peers')

/** Makes peers ready as they are deployed: on Node as JavaScript, Postern's application with the packages as npm installs them, below `folder`. */
export async function deploy(peers: readonly Peer[], folder: string): Promise<Deployment> {
  const installed = await installPackages(join(folder, 'installed'))
  const application = join(installed.folder, 'application')
  cpSync(SOURCES, application, { recursive: true })
  const names = peers.filter(({ runtime }) => runtime === 'node').map(({ name }) => name)
  // Beside the bench's own node_modules, where the peers' packages are.
  const compiled = join(import.meta.dirname, '../dist/peers')
  await Promise.all([application, compiled].map((place) => compilePrograms(names, place)))
  const commandOf = ({ name, title, runtime, command }: Peer) => {
    const isOwn = title === 'postern'
    if (runtime === 'node') return ['node', join(isOwn ? application : compiled, `${name}.js`)]
    return isOwn ? [runtime, join(application, `${name}.ts`)] : command
  }
  return {
    peers: peers.map((peer) => ({ ...peer, command: commandOf(peer) })),
    program: installed.program,
  }
}

/** Writes programs as JavaScript, each one file, other packages left as imports. */
async function compilePrograms(names: readonly string[], folder: string): Promise<void> {
  await build({
    // Nest's application is compiled by itself, and imports the store.
    entryPoints: [...names, 'store'].map((name) => join(SOURCES, `${name}.ts`)),
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  cpSync(join(SOURCES, 'nest'), join(folder, 'nest'), { recursive: true })
}
