import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { installPackages } from '../harness/installation.ts'
import type { Peer } from './peers.ts'

/** Peers and the service as they are deployed. */
export interface Deployment {
  /** The same peers with their deployed commands. */
  readonly peers: readonly Peer[]
  /** The program of the service, as npm installs it. */
  readonly program: string
}

/** What a report says about peers prepared by {@link deploy}. */
export const DEPLOYMENT_NOTE =
  'on Node all programs are JavaScript, because nobody deploys a program whose types are stripped as it starts (70 ms, 17 MB); Postern’s packages are what npm installs, like those of the peers'

const SOURCES = join(import.meta.dirname, 'peers')

/**
 * Prepares peers as they are deployed: on Node as JavaScript, and Postern's application with the packages as npm
 * installs them, below `folder`.
 */
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

/** Compiles programs to JavaScript, one file each; other packages stay imports. */
async function compilePrograms(names: readonly string[], folder: string): Promise<void> {
  await build({
    // Nest's application is compiled separately, and imports the store.
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
