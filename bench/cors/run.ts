import { assertInstalled, describeVersions } from '../harness/installed.ts'
import { describeMachine, watchLoad } from '../harness/machine.ts'
import { formatTable } from '../harness/table.ts'
import { type Case, HOSTILE, ORDINARY } from './cases.ts'
import type { Duel } from './contender.ts'
import { measureDecision } from './decision.ts'
import { fight } from './duel.ts'
import { openExpress } from './peers/express.ts'
import { openFastify } from './peers/fastify.ts'
import { openHono } from './peers/hono.ts'

assertInstalled()
const cases = [...ORDINARY, ...HOSTILE]
const load = watchLoad()
const ratios: number[] = []
console.log(`${describeMachine()}\n${describeVersions(['hono', 'fastify', '@fastify/cors', 'cors'])}\n`)
console.log(await decisionTable())
for (const open of [openExpress, openFastify, openHono]) console.log(`\n${await duelTable(open)}`)
const ahead = ratios.filter((ratio) => ratio > 1).length
console.log(`\nPostern takes less time in ${ahead} of ${ratios.length} rows; ${load()}`)

async function decisionTable(): Promise<string> {
  const rows: string[][] = []
  for (const one of cases) rows.push([one.name, (await measureDecision(one)).toFixed(3)])
  return formatTable(['The decision alone', 'Postern, µs'], rows)
}

async function duelTable(open: (one: Case) => Duel | Promise<Duel>): Promise<string> {
  const rows: string[][] = []
  let framework = ''
  for (const one of cases) {
    const duel = await open(one)
    const { postern, peer, ratio } = await fight(one, duel)
    await duel.close?.()
    framework = duel.framework
    ratios.push(ratio.median)
    const range = `${shown(ratio.low)}–${shown(ratio.high)}`
    rows.push([one.name, postern.toFixed(2), peer.toFixed(2), shown(ratio.median), range])
  }
  return formatTable([framework, 'Postern, µs', 'peer, µs', 'peer ÷ Postern', '95 %'], rows)
}

function shown(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio.toFixed(2)
}
