import postgres from 'postgres'
import { createTestCluster } from './test-cluster.ts'

/** A PostgreSQL server of its own for the tests of one file. */
export type TestServer = {
  /** Creates a new, empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Empties one database, the same each time, and returns its URL: less work than creating one. */
  emptyDatabase(): Promise<string>
  /** Stops the server, which loses nothing, and starts it again on the same port after `meanwhile`. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL in a temporary folder on a free port of 127.0.0.1. */
export async function startTestServer(): Promise<TestServer> {
  const cluster = await createTestCluster()
  await cluster.start()
  const sql = postgres(`${cluster.address}/postgres`, { max: 1, onnotice: () => undefined })
  let databases = 0
  return {
    async createDatabase() {
      databases += 1
      await sql.unsafe(`create database trial_${databases}`)
      return `${cluster.address}/trial_${databases}`
    },
    async emptyDatabase() {
      await sql.unsafe('drop schema public cascade; create schema public')
      return `${cluster.address}/postgres`
    },
    async restart(meanwhile) {
      await cluster.stop()
      await meanwhile?.()
      await cluster.start()
    },
    async stop() {
      await sql.end()
      await cluster.stop()
      await cluster.remove()
    },
  }
}
