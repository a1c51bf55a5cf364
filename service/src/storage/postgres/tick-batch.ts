import { setImmediate } from 'node:timers'
import { StorageUnavailable } from '../errors.ts'
import { mayPass } from './failure.ts'

/** Returns the output for each input, in the order of the inputs. */
export type RunBatch<Input, Output> = (inputs: readonly Input[]) => Promise<readonly Output[]>

type Waiting<Input, Output> = {
  readonly input: Input
  readonly since: number
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

/**
 * `patience`, in milliseconds, is how long an input may wait for its statement to be sent. `weigh` returns the
 * approximate size of an input in bytes; without it, only the count limits a batch.
 */
export type BatchOptions<Input> = {
  readonly patience: number
  readonly weigh?: (input: Input) => number
}

const largestBatch = 256
const heaviestBatch = 4 * 2 ** 20

/**
 * Collects the inputs of one turn of the event loop into one statement, up to 256 inputs or about 4 MiB. At most two
 * statements run at once; inputs that arrive meanwhile go into the next one. A statement that fails because of its
 * inputs, and not of the state of the database, is run again for each input alone, so that only the bad ones fail. An
 * input that has waited too long fails with `StorageUnavailable` and is not sent.
 */
export class TickBatch<Input, Output> {
  readonly #run: RunBatch<Input, Output>
  readonly #patience: number
  readonly #weigh: (input: Input) => number
  #waiting: Waiting<Input, Output>[] = []
  #scheduled = false
  #underWay = 0

  constructor(run: RunBatch<Input, Output>, { patience, weigh = () => 0 }: BatchOptions<Input>) {
    this.#run = run
    this.#patience = patience
    this.#weigh = weigh
  }

  /** Adds an input to the next batch and resolves with its output. */
  add(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, since: performance.now(), resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0 || this.#underWay >= 2) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    this.#refuseLate()
    if (this.#waiting.length === 0) return
    const batch = this.#waiting.splice(0, this.#countNext())
    this.#underWay += 1
    this.#schedule()
    void this.#answer(batch).finally(() => {
      this.#underWay -= 1
      this.#schedule()
    })
  }

  /** If the database does not respond, each statement takes its whole time, and the last of many would wait for minutes. */
  #refuseLate(): void {
    const latest = performance.now() - this.#patience
    const inTime = this.#waiting.findIndex(({ since }) => since > latest)
    const late = this.#waiting.splice(0, inTime === -1 ? this.#waiting.length : inTime)
    const reason = `not sent within ${this.#patience} ms, because earlier statements took as long`
    for (const { reject } of late) reject(new StorageUnavailable(reason))
  }

  #countNext(): number {
    const limit = Math.min(this.#waiting.length, largestBatch)
    let weight = 0
    for (let count = 0; count < limit; count += 1) {
      const next = this.#waiting[count]
      weight += next ? this.#weigh(next.input) : 0
      if (weight > heaviestBatch) return Math.max(count, 1)
    }
    return limit
  }

  async #answer(batch: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await this.#run(batch.map(({ input }) => input))
      for (const [index, output] of outputs.entries()) batch[index]?.resolve(output)
    } catch (error) {
      if (batch.length > 1 && !mayPass(error)) await Promise.all(batch.map((one) => this.#answer([one])))
      else for (const { reject } of batch) reject(error)
    }
  }
}
