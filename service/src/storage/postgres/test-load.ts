import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { newPost } from '../contract/samples.ts'
import { StorageUnavailable } from '../errors.ts'
import type { Storage } from '../storage.ts'

/** Clients that write without end, try again a little later when refused, and remember every acknowledged write. */
export class TestLoad {
  /** The acknowledged title of each post, by its id. */
  readonly acknowledged = new Map<number, string>()
  readonly #storage: Storage
  readonly #writers: readonly Promise<void>[]
  #refused = 0
  #goal = 0
  #reached: () => void = () => undefined
  #ended = false

  /** Starts this many clients. */
  constructor(storage: Storage, clients: number) {
    this.#storage = storage
    this.#writers = Array.from({ length: clients }, (_, index) => this.#write(`Writer ${index}`))
  }

  /** How many writes were refused as `StorageUnavailable`. */
  get refused(): number {
    return this.#refused
  }

  /** Resolves when this many more writes were acknowledged. */
  reachFurther(writes: number): Promise<void> {
    return new Promise((resolve) => {
      this.#goal = this.acknowledged.size + writes
      this.#reached = resolve
    })
  }

  /** Ends the clients and resolves when their last writes are settled. */
  async end(): Promise<void> {
    this.#ended = true
    await Promise.all(this.#writers)
  }

  /** Ends the clients and checks that every acknowledged post is there. */
  async endAndVerify(): Promise<void> {
    await this.end()
    const ids = [...this.acknowledged.keys()]
    const posts = await Promise.all(ids.map((id) => this.#storage.posts.get(id)))
    assert.deepEqual(
      posts.map((post) => post?.title),
      [...this.acknowledged.values()],
    )
  }

  async #write(writer: string): Promise<void> {
    for (let count = 0; !this.#ended; count += 1) {
      const title = `${writer}, post ${count}`
      try {
        const { id } = await this.#storage.posts.create(newPost({ title }))
        assert.ok(!this.acknowledged.has(id), `the id ${id} was given twice`)
        this.acknowledged.set(id, title)
        if (this.acknowledged.size >= this.#goal) this.#reached()
      } catch (error) {
        assert.ok(error instanceof StorageUnavailable, String(error))
        this.#refused += 1
        await setTimeout(10)
      }
    }
  }
}
