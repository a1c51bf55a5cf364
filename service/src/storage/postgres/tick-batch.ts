import { setImmediate } from 'node:timers'
import { mayPass } from './failure.ts'

/** Returns the output for each input, in the order of the inputs. */
export type RunBatch<Input, Output> = (inputs: readonly Input[]) => Promise<readonly Output[]>

type Waiting<Input, Output> = {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

/** Returns the approximate size of an input in bytes; without it, only the count limits a batch. */
export type Weigh<Input> = (input: Input) => number

const largestBatch = 256
const heaviestBatch = 4 * 2 ** 20

/**
 * Collects the inputs of one turn of the event loop into one statement, up to 256 inputs or about 4 MiB. At most two
 * statements run at once; inputs that arrive meanwhile go into the next one. A statement that fails because of its
 * inputs, and not of the state of the database, is run again for each input alone, so that only the bad ones fail.
 */
export class TickBatch<Input, Output> {
  readonly #run: RunBatch<Input, Output>
  readonly #weigh: Weigh<Input>
  #waiting: Waiting<Input, Output>[] = []
  #scheduled = false
  #underWay = 0

  constructor(run: RunBatch<Input, Output>, weigh: Weigh<Input> = () => 0) {
    this.#run = run
    this.#weigh = weigh
  }

  /** Adds an input to the next batch and resolves with its output. */
  add(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject })
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
    const batch = this.#waiting.splice(0, this.#countNext())
    this.#underWay += 1
    this.#schedule()
    void this.#answer(batch).finally(() => {
      this.#underWay -= 1
      this.#schedule()
    })
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
