import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inTurn } from '../harness/in-turn.ts'
import { assertInstalled } from '../harness/installed.ts'
import { describeMachine, watchLoad } from '../harness/machine.ts'
import { numberOf } from '../harness/options.ts'
import { type Figure, joinFigures, keepsSamples, writeSamples } from '../harness/samples-file.ts'
import { median } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import { contestantsFor } from './contestants.ts'
import { measureStart } from './measure-start.ts'
import { formatTargets } from './targets.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string' }, quick: { type: 'boolean' } } })

const rounds = numberOf('rounds', values.rounds, values.quick ? 1 : 7)
assertInstalled()
const { deploy, DEPLOYMENT_NOTE } = await import('../http/deployed-peers.ts')
const { findPresent, PEERS } = await import('../http/peers.ts')
const { versionsOf } = await import('../http/versions.ts')
const peers = findPresent(PEERS).present.filter(({ storage }) => storage)
const folder = mkdtempSync(join(tmpdir(), 'postern-start-'))
const load = watchLoad()
const figures: Figure[] = []
try {
  const contestants = contestantsFor(await deploy(peers, folder), folder)
  for (const [contestant, round] of inTurn(contestants, rounds))
    figures.push(...(await measureStart(contestant, round)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const series = joinFigures(figures)
console.log(
  formatTable(
    ['', 'scenario', 'median'],
    series.map((line) => [
      `${line.peer}, ${line.runtime}`,
      line.scenario,
      `${median(line.values).toFixed(0)} ${line.unit}`,
    ]),
  ),
)
const targets = formatTargets(series)
console.log(`\n${targets.join('\n')}`)
if (keepsSamples({ quick: values.quick, partial: values.rounds !== undefined })) {
  writeSamples({
    suite: 'start',
    taken: new Date().toISOString(),
    machine: describeMachine(),
    versions: versionsOf(peers),
    load: `${load()}, the measured servers and their client among them`,
    notes: [
      'postern is the whole service (`postern serve`: users, sessions, migrations, documents) with its defaults except RATE_LIMIT=off and LOG_LEVEL=silent, as npm installs it; from a clone it is what `npm start` runs, its sources in TypeScript; peers serve the six routes of http/application.md on SQLite',
      'postern, contract alone, is the application that the peers serve, on each runtime',
      DEPLOYMENT_NOTE,
      'the time is from spawn to the first response of 200, requested every 3 ms; at rest is 2 s later',
      'the service keeps compiled code between its starts, as it does by default; “nothing compiled ahead” is its first start on a machine; peers keep none, and start no sooner with NODE_COMPILE_CACHE (tried: Express, Hono, oRPC, Fastify)',
    ],
    targets,
    series,
  })
}
