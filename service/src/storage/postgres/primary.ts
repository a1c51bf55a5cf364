import { setTimeout } from 'node:timers/promises'
import { StorageUnavailable } from '../errors.ts'
import type { Host, Sql } from './driver.ts'
import { describeError, isPassing, isReadOnly, isTooManyConnections } from './failure.ts'
import { Room } from './room.ts'

/** A search for the host that takes writes; the same one until it is forgotten. */
export type Search = Promise<Sql>

/** Statements sent by a driver. */
export type Work<Value> = (driver: Sql) => Promise<Value>

/**
 * Knows which of several hosts takes writes, and searches again after `forget`. The delays between searches that find
 * none grow to at most a second; all callers meanwhile wait for the same search.
 */
export class Primary {
  readonly #hosts: readonly Host[]
  readonly #deadline: number
  readonly #drivers = new Map<Host, Sql>()
  /** How many operations each driver works on. */
  readonly #uses = new Map<Sql, number>()
  readonly #rooms = new WeakMap<Sql, Room>()
  /** When each driver was created. */
  readonly #made = new WeakMap<Sql, number>()
  /** Drivers that were connected at some time. */
  readonly #proven = new WeakSet<Sql>()
  /** Drivers that start no more work. */
  readonly #retired = new WeakSet<Sql>()
  /** Drivers that were told to end. */
  readonly #ended = new WeakSet<Sql>()
  #search: Search | undefined
  #misses = 0
  #closed = false

  /**
   * `deadline`, in milliseconds, is how long a search waits for a host to respond, and how old a driver may be that was
   * found to take no writes.
   */
  constructor(hosts: readonly Host[], deadline: number) {
    this.#hosts = hosts
    this.#deadline = deadline
  }

  /** Returns the driver of the host that takes writes; that of a single host, whether it does or not. */
  find(): Search {
    this.#search ??= this.#lookAround()
    return this.#search
  }

  /** Makes the next call of `find` search again. */
  forget(search: Search): void {
    if (this.#search === search) this.#search = undefined
  }

  /**
   * Works with a driver, or with the one that replaced it meanwhile. If the server refuses the connection because there
   * are too many, the work is started once more on an existing one: the statement that waited for the connection was
   * not sent, and what the operation did before may be repeated.
   */
  async use<Value>(driver: Sql, work: Work<Value>): Promise<Value> {
    try {
      return await this.#useInTurn(driver, work)
    } catch (error) {
      if (!isTooManyConnections(error)) throw error
      return this.#useInTurn(driver, work)
    }
  }

  /** Breaks off all connections of a driver, as to a host that does not respond; new ones are opened when needed. */
  async abandon(driver: Sql): Promise<void> {
    this.#retire(driver)
    await this.#end(driver)
  }

  /** Breaks off every connection and opens no more. */
  async close(): Promise<void> {
    this.#closed = true
    const drivers = new Set([...this.#drivers.values(), ...this.#uses.keys()])
    await Promise.all([...drivers].map((driver) => this.abandon(driver)))
  }

  async #useInTurn<Value>(driver: Sql, work: Work<Value>): Promise<Value> {
    const room = this.#roomOf(driver)
    await room.enter()
    try {
      return await (this.#retired.has(driver)
        ? this.use(await this.find(), work)
        : this.#useNow(driver, work))
    } catch (error) {
      if (isTooManyConnections(error)) room.refuse()
      throw error
    } finally {
      room.leave()
    }
  }

  /** A driver that is replaced meanwhile is closed after its last work. */
  async #useNow<Value>(driver: Sql, work: Work<Value>): Promise<Value> {
    this.#uses.set(driver, this.#usesOf(driver) + 1)
    try {
      const value = await work(driver)
      this.#proven.add(driver)
      return value
    } catch (error) {
      if (isReadOnly(error)) {
        this.#proven.add(driver)
        this.#renew(driver)
      }
      throw error
    } finally {
      this.#uses.set(driver, this.#usesOf(driver) - 1)
      if (this.#retired.has(driver)) this.#closeUnused(driver)
    }
  }

  async #lookAround(): Promise<Sql> {
    const [first, ...others] = this.#hosts
    if (first && others.length === 0) return this.#driver(first)
    try {
      if (this.#misses > 0) await setTimeout(Math.min(2 ** this.#misses * 10, 1000))
      const found = await Promise.any(this.#hosts.map((host) => this.#probe(host)))
      this.#misses = 0
      return found
    } catch (error) {
      this.#misses += 1
      this.#search = undefined
      throw summarize(error)
    }
  }

  async #probe(host: Host): Promise<Sql> {
    const driver = this.#driver(host)
    const answered = new AbortController()
    const check = this.use(driver, (sql) => requireWrites(sql, host.name))
    try {
      await Promise.race([check, this.#giveUp(host, driver, answered.signal)])
      return driver
    } finally {
      answered.abort()
    }
  }

  /** All callers wait for the search: a host that fell silent on open connections must not delay it. */
  async #giveUp(host: Host, driver: Sql, signal: AbortSignal): Promise<never> {
    await setTimeout(this.#deadline, undefined, { signal })
    void this.abandon(driver)
    throw new StorageUnavailable(`${host.name} sent no response within ${this.#deadline} ms`)
  }

  #driver(host: Host): Sql {
    if (this.#closed) throw new StorageUnavailable(`${host.name} is closed`)
    const known = this.#drivers.get(host)
    if (known) return known
    const driver: Sql = host.open({
      wasEnded: () => this.#roomOf(driver).forgetEnded(),
      isOver: () => this.#ended.has(driver),
      onMade: (socket) => this.#roomOf(driver).add(socket),
      onLost: () => this.#replace(host, driver),
    })
    this.#drivers.set(host, driver)
    this.#made.set(driver, performance.now())
    return driver
  }

  /**
   * Replaces a driver that lost a connection: when it opens that one again, the first statement may get the failure of
   * the one before, or never be sent. A driver that was never connected stays, because it knows how long to wait until
   * it tries again; so does one that was refused a further connection.
   */
  #replace(host: Host, driver: Sql): void {
    if (this.#roomOf(driver).lose()) return
    if (this.#drivers.get(host) !== driver || !this.#proven.has(driver)) return
    this.#retire(driver)
    this.#closeUnused(driver)
  }

  /**
   * A connection stays as read-only as the database or the role made it when it was opened, even if they change later.
   * So a connection that takes no writes is not kept forever, but not opened again for every request either.
   */
  #renew(driver: Sql): void {
    if (this.#retired.has(driver)) return
    if (performance.now() - (this.#made.get(driver) ?? 0) > this.#deadline) this.#retire(driver)
  }

  #retire(driver: Sql): void {
    for (const [host, sql] of this.#drivers) if (sql === driver) this.#drivers.delete(host)
    this.#retired.add(driver)
    this.#search = undefined
  }

  #closeUnused(driver: Sql): void {
    if (this.#usesOf(driver) > 0) return
    this.#uses.delete(driver)
    void this.#end(driver)
  }

  async #end(driver: Sql): Promise<void> {
    this.#ended.add(driver)
    // Without a timeout, the driver waits forever for a connection that the server once broke off.
    await driver.end({ timeout: 0 })
    // Each socket stays until the host ends it as well; a silent host never does, and the process could not stop.
    this.#roomOf(driver).breakOff()
  }

  #roomOf(driver: Sql): Room {
    const room = this.#rooms.get(driver) ?? new Room()
    this.#rooms.set(driver, room)
    return room
  }

  #usesOf(driver: Sql): number {
    return this.#uses.get(driver) ?? 0
  }
}

/** Throws `StorageUnavailable` where the server takes no writes: it is a standby, or set read-only. */
export async function requireWrites(sql: Sql, name: string): Promise<void> {
  const [row] = await sql<
    { read_only: string }[]
  >`select current_setting('transaction_read_only') as read_only`
  if (row?.read_only !== 'off') throw new StorageUnavailable(`${name} takes no writes`)
}

// If all hosts refuse permanently, the first reason stands for all; otherwise one of them may come back.
function summarize(error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error
  const errors: readonly unknown[] = error.errors
  return errors.some(isPassing) ? new StorageUnavailable(describeError(error), { cause: error }) : errors[0]
}
