import { parseArgs } from 'node:util'
import { assertInstalled, describeVersions, versionOf } from '../harness/installed.ts'
import { describeMachine, watchLoad } from '../harness/machine.ts'
import { keepsSamples, type Series, writeSamples } from '../harness/samples-file.ts'
import { median, pairedRatio } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import { type Case, HOSTILE, ORDINARY } from './cases.ts'
import type { Duel } from './contender.ts'
import { measureDecision } from './decision.ts'
import { fight } from './duel.ts'
import { openExpress } from './peers/express.ts'
import { openFastify } from './peers/fastify.ts'
import { openHono } from './peers/hono.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
assertInstalled()
const cases = options.quick ? [...ORDINARY.slice(0, 3), ...HOSTILE.slice(0, 1)] : [...ORDINARY, ...HOSTILE]
const packages = ['hono', 'fastify', '@fastify/cors', 'cors']
const load = watchLoad()
const series: Series[] = []
const ratios: number[] = []
console.log(`${describeMachine()}\n${describeVersions(packages)}\n`)
console.log(await decisionTable())
for (const open of [openExpress, openFastify, openHono]) console.log(`\n${await duelTable(open)}`)
const ahead = ratios.filter((ratio) => ratio > 1).length
console.log(`\nPostern takes less time in ${ahead} of ${ratios.length} rows; ${load()}`)
if (keepsSamples(options)) {
  writeSamples({
    suite: 'cors',
    taken: new Date().toISOString(),
    machine: describeMachine(),
    versions: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
    load: load(),
    notes: [
      'the same application of a framework, with its usual cross-origin middleware inside it or with Postern’s around it; a request without a socket',
      'headers of 1 MB reach no server as it is set up by default; they show how the work grows',
    ],
    series,
  })
}

async function decisionTable(): Promise<string> {
  const rows: string[][] = []
  for (const one of cases) {
    const values = await measureDecision(one)
    keep({ scenario: `the decision alone: ${one.name}`, peer: 'postern', values })
    rows.push([one.name, median(values).toFixed(3)])
  }
  return formatTable(['The decision alone', 'Postern, µs'], rows)
}

async function duelTable(open: (one: Case) => Duel | Promise<Duel>): Promise<string> {
  const rows: string[][] = []
  let framework = ''
  for (const one of cases) {
    const duel = await open(one)
    const { postern, peer } = await fight(one, duel)
    await duel.close?.()
    framework = duel.framework
    const scenario = `${framework}: ${one.name}`
    keep({ scenario, peer: 'postern', values: postern }, { scenario, peer: duel.peer.name, values: peer })
    const ratio = pairedRatio(peer, postern)
    ratios.push(ratio.median)
    const range = `${shown(ratio.low)}–${shown(ratio.high)}`
    rows.push([one.name, median(postern).toFixed(2), median(peer).toFixed(2), shown(ratio.median), range])
  }
  return formatTable([framework, 'Postern, µs', 'peer, µs', 'peer ÷ Postern', '95 %'], rows)
}

function keep(...measured: readonly Pick<Series, 'scenario' | 'peer' | 'values'>[]): void {
  for (const { scenario, peer, values } of measured) {
    series.push({
      suite: 'cors',
      scenario,
      peer,
      runtime: 'node',
      metric: 'time',
      unit: 'µs',
      values: values.map((value) => Number(value.toPrecision(4))),
    })
  }
}

function shown(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio.toFixed(2)
}
