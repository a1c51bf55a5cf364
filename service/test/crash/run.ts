import { parseArgs } from 'node:util'
import { runCrashTrial } from './crash-trial.ts'

// Kills the server many times under load and checks for lost writes: `npm run test:crash -- --kills 100 --seed 1`.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '180' },
  },
})
const wanted = Number(values.kills)
if (!(wanted > 0)) throw new Error(`--kills takes a number above 0, not ${values.kills}`)
console.log(`seed ${values.seed}`)
const { kills, acknowledged, problems } = await runCrashTrial({
  kills: wanted,
  seed: Number(values.seed),
  limit: Number(values.seconds) * 1000,
  onProgress: (line) => console.log(line),
})
for (const problem of problems.slice(0, 20)) console.error(problem)
if (kills < wanted) console.error(`Only ${kills} of ${wanted} kills fitted into ${values.seconds} seconds`)
console.log(`${kills} kills, ${acknowledged} acknowledged writes, ${problems.length} lost`)
process.exitCode = problems.length > 0 || kills < wanted ? 1 : 0
