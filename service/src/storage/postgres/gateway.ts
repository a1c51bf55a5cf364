import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { StorageRefused, StorageUnavailable } from '../errors.ts'
import { statementFailure } from './failure.ts'

/** The driver with ids as numbers and times as ISO 8601 UTC text. */
export type Sql = postgres.Sql<{ id: number; moment: string }>

/** Lets statements through to PostgreSQL: keeps count of them, so that close can wait, and names their failures. */
export class Gateway {
  readonly sql: Sql
  readonly where: string
  readonly #underWay = new Set<Promise<unknown>>()
  #closed = false

  constructor(url: string) {
    this.sql = createDriver(url)
    const { host, port, database } = this.sql.options
    const hosts = host.map((name, index) => `${name}:${port[index]}`)
    this.where = `postgres://${hosts.join(',')}/${database}`
  }

  /** Runs statements; throws `StorageUnavailable` where trying again later may help. */
  async run<Value>(statements: (sql: Sql) => Promise<Value>): Promise<Value> {
    if (this.#closed) throw new StorageUnavailable(`${this.where} is closed`)
    const running = statements(this.sql)
    this.#underWay.add(running)
    try {
      return await running
    } catch (error) {
      throw statementFailure(error, this.where)
    } finally {
      this.#underWay.delete(running)
    }
  }

  /** Waits for what is under way, at most 5 seconds, and closes. */
  async close(): Promise<void> {
    this.#closed = true
    const patience = setTimeout(5000, undefined, { ref: false })
    await Promise.race([Promise.allSettled(this.#underWay), patience])
    // The driver's own waiting never ends for a connection that the server broke off once.
    await this.sql.end({ timeout: 0 })
  }
}

function createDriver(url: string): Sql {
  try {
    if (!/^\w+:\/\//.test(url)) throw new Error('A PostgreSQL URL has two slashes')
    return postgres(url, {
      connect_timeout: 5,
      // Seconds until a lost connection is tried again: clients are told 503 meanwhile.
      backoff: (attempts: number) => Math.min(2 ** attempts / 100, 1),
      connection: { application_name: 'postern', TimeZone: 'UTC', DateStyle: 'ISO' },
      onnotice: () => undefined,
      ...(url.includes(',') && { target_session_attrs: 'read-write' }),
      types: {
        id: { to: 20, from: [20], serialize: String, parse: Number },
        moment: { to: 1184, from: [1184], serialize: String, parse: parseMoment },
      },
    })
  } catch {
    // The driver's own message may repeat the password.
    throw new StorageRefused(
      'DATABASE_URL is not a PostgreSQL URL; write postgres://USER:PASSWORD@HOST:PORT/DATABASE, ' +
        'with the special characters of user and password percent-encoded',
    )
  }
}

// `2026-01-02 03:04:05.6+00`, as the server writes it for the time zone UTC.
function parseMoment(text: string): string {
  const [seconds = '', fraction = ''] = text.slice(0, -'+00'.length).split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0')}Z`
}
