import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Settles when what nothing refers to is collected, and what was registered for its end has run. */
export async function forget(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    collectGarbage()
    await setTimeout(10)
  }
}
