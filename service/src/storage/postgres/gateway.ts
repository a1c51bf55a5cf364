import { setTimeout as wait } from 'node:timers/promises'
import { Turns } from '../../turns.ts'
import { StorageUnavailable } from '../errors.ts'
import { parseDestination, type Sql } from './driver.ts'
import { mayPass, statementFailure } from './failure.ts'
import { Primary } from './primary.ts'

/**
 * `patience`, in milliseconds, is how long a statement may take; the network gets half as much on top. `prepare`: keep
 * prepared statements on their connections, so that each is sent once (default true).
 */
export type GatewayOptions = { readonly patience: number; readonly prepare?: boolean }

/** The share of the connections that changes take at most. */
const shareOfChanges = 0.7

/** Sends statements to PostgreSQL, keeps track of them so that close can wait, and classifies their failures. */
export class Gateway {
  readonly where: string
  /** How long an operation waits for the server, in milliseconds. */
  readonly deadline: number
  readonly #primary: Primary
  readonly #changes: Turns
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #silent = new WeakSet<Sql>()
  #closed = false

  constructor(url: string, { patience, prepare = true }: GatewayOptions) {
    const { where, hosts, connections } = parseDestination(url, { patience, prepare })
    this.where = where
    this.deadline = patience * 1.5
    this.#primary = new Primary(hosts, this.deadline)
    this.#changes = new Turns(Math.ceil(connections * shareOfChanges), {
      after: this.deadline,
      error: () =>
        new StorageUnavailable(`not sent within ${this.deadline} ms, because earlier changes took as long`),
    })
  }

  /** Runs statements as one operation; throws `StorageUnavailable` where trying again later may help. */
  run<Value>(statements: (sql: Sql) => Promise<Value>): Promise<Value> {
    return this.admit(() => this.query(statements))
  }

  /**
   * As `run`, for an operation that changes records. It may wait long, for a row that another program has locked or for
   * a standby, so such operations leave some connections to all others.
   */
  change<Value>(statements: (sql: Sql) => Promise<Value>): Promise<Value> {
    return this.admit(() => this.#changes.take(() => this.query(statements)))
  }

  /** As `run`, for an operation that sends its statements by `query`, together with those of others. */
  async admit<Value>(operation: () => Promise<Value>): Promise<Value> {
    if (this.#closed) throw new StorageUnavailable(`${this.where} is closed`)
    const running = operation()
    this.#underWay.add(running)
    try {
      return await running
    } catch (error) {
      throw statementFailure(error, this.where)
    } finally {
      this.#underWay.delete(running)
    }
  }

  /** Sends statements to the host that takes writes; failures are the driver's own, except for a missed deadline. */
  async query<Value>(statements: (sql: Sql) => Promise<Value>): Promise<Value> {
    const search = this.#primary.find()
    try {
      const sql = await search
      // What waited for a connection is not started once its caller has received the error of the missed deadline.
      const begin = async (driver: Sql) => {
        if (this.#silent.has(sql)) throw this.#silence()
        return statements(driver)
      }
      return await this.#inTime(sql, this.#primary.use(sql, begin))
    } catch (error) {
      if (mayPass(error)) this.#primary.forget(search)
      throw error
    }
  }

  /** Returns the driver of the host that takes writes, for work without a deadline. */
  connect(): Promise<Sql> {
    return this.#primary.find()
  }

  /** Waits at most 5 seconds for what is running, and closes. */
  async close(): Promise<void> {
    this.#closed = true
    const patience = wait(5000, undefined, { ref: false })
    await Promise.race([Promise.allSettled(this.#underWay), patience])
    await this.#primary.close()
  }

  // If a host vanishes, its connections would wait for many minutes: all are given up together, with the same error.
  #inTime<Value>(sql: Sql, running: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#silent.add(sql)
        void this.#primary.abandon(sql)
        reject(this.#silence())
      }
      const timer = setTimeout(giveUp, this.deadline)
      const fail = (error: unknown) => reject(this.#silent.has(sql) ? this.#silence() : error)
      running.then(resolve, fail).finally(() => clearTimeout(timer))
    })
  }

  #silence(): StorageUnavailable {
    return new StorageUnavailable(`no response within ${this.deadline} ms`)
  }
}
