import postgres from 'postgres'
import { createTestCluster, type TestCluster } from './test-cluster.ts'

/** A PostgreSQL server and its standby, which has every write before it is acknowledged (synchronous replication). */
export type TestPair = {
  /** The URL of a new, empty database; it names both servers, the standby first. */
  readonly url: string
  /** Ends the primary as a crash of its machine would. */
  killPrimary(): Promise<void>
  /** Makes the primary take no more writes, while its connections stay open. */
  stopWrites(): Promise<void>
  /** Returns how many connections a storage has to the primary. */
  countConnections(): Promise<number>
  /** Promotes the standby; resolves when it takes writes. */
  promoteStandby(): Promise<void>
  /** Stops both and removes their data. */
  stop(): Promise<void>
}

/** Starts both in temporary folders on free ports of 127.0.0.1. */
export async function startTestPair(): Promise<TestPair> {
  const primary = await createTestCluster()
  const standby = await primary.copy('standby.signal', '')
  await primary.start(['wal_level=replica', 'wal_keep_size=256MB', 'synchronous_standby_names=*'])
  await standby.start([`primary_conninfo=${connectionInfo(primary)}`])
  await administer(primary, 'create database trial')
  const [login, host] = primary.address.split('@')
  return {
    url: `${login}@127.0.0.1:${standby.port},${host}/trial`,
    killPrimary: () => primary.stop('SIGKILL'),
    async stopWrites() {
      await administer(primary, 'alter system set default_transaction_read_only = on')
      await administer(primary, 'select pg_reload_conf()')
    },
    async countConnections() {
      const query = `select count(*)::integer from pg_stat_activity where application_name = 'postern'`
      return Number((await administer(primary, query))[0]?.['count'])
    },
    promoteStandby: async () => void (await administer(standby, 'select pg_promote(true, 60)')),
    async stop() {
      await standby.stop()
      await primary.stop('SIGKILL')
      await primary.remove()
    },
  }
}

function connectionInfo({ address }: TestCluster): string {
  const { hostname, port, username, password } = new URL(address)
  return `host=${hostname} port=${port} user=${username} password=${password}`
}

async function administer(
  { address }: TestCluster,
  statement: string,
): Promise<postgres.RowList<postgres.Row[]>> {
  const sql = postgres(`${address}/postgres`, { max: 1 })
  const rows = await sql.unsafe(statement)
  await sql.end()
  return rows
}
