import postgres from 'postgres'
import { createTestCluster } from './test-cluster.ts'

/** A PostgreSQL server of its own for the tests of one file. */
export type TestServer = {
  /** Creates a new, empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Stops the server, which loses nothing, and starts it again on the same port after `meanwhile`. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL in a temporary folder on a free port of 127.0.0.1. */
export async function startTestServer(): Promise<TestServer> {
  const cluster = await createTestCluster()
  await cluster.start()
  let databases = 0
  return {
    async createDatabase() {
      databases += 1
      const sql = postgres(`${cluster.address}/postgres`, { max: 1 })
      await sql.unsafe(`create database trial_${databases}`)
      await sql.end()
      return `${cluster.address}/trial_${databases}`
    },
    async restart(meanwhile) {
      await cluster.stop()
      await meanwhile?.()
      await cluster.start()
    },
    async stop() {
      await cluster.stop()
      await cluster.remove()
    },
  }
}
