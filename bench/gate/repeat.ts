import { allTurns, createMarker } from './mark.ts'
import { work } from './work.ts'

// A counted program: does one kind of work, as `repeat.ts NAME WARM-UP TURNS`.
const [name = '', warmUp, turns] = process.argv.slice(2)
const doWork = work[name]
if (doWork === undefined)
  throw new Error(`There is no work called ${name}; there is ${Object.keys(work).join(', ')}`)
const plan = { warmUp: Number(warmUp), turns: Number(turns) }
const passTurn = createMarker(plan.turns)
// Results are kept for a while, so that no compiler may eliminate them.
const kept: unknown[] = new Array(64)
const all = allTurns(plan)
for (let turn = 0; turn < all; turn++) {
  passTurn()
  kept[turn & 63] = doWork(turn)
}
passTurn()
