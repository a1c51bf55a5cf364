import { ROUTED } from './routed.ts'

// A separate program, so that every application starts in a new process: prints its figures as JSON.
const [peer = 'postern', size = '10'] = process.argv.slice(2)
const count = Number(size)
const open = ROUTED[peer]
if (open === undefined)
  throw new Error(`no peer is called ${peer}; there are ${Object.keys(ROUTED).join(', ')}`)

const residentBefore = process.memoryUsage().rss
const begun = performance.now()
const app = await open(count)
await assertAnswers(0)
const start = performance.now() - begun
const memory = (process.memoryUsage().rss - residentBefore) / 1e6
const lookup = await measureLookup()
const described = performance.now()
app.describe?.()
const description = app.describe === undefined ? undefined : performance.now() - described
process.stdout.write(JSON.stringify({ start, memory, lookup, description }))

/** Returns the microseconds per request, for routes in a scattered order. */
async function measureLookup(): Promise<number> {
  for (let turn = 0; turn < 4000; turn++) await app.get(pathAt(turn))
  const start = performance.now()
  for (let turn = 0; turn < 8000; turn++) await app.get(pathAt(turn))
  return ((performance.now() - start) * 1000) / 8000
}

async function assertAnswers(turn: number): Promise<void> {
  const status = await app.get(pathAt(turn))
  if (status !== 200) throw new Error(`${peer} answered ${status} for ${pathAt(turn)}`)
}

function pathAt(turn: number): string {
  // 7919 is prime, so every route is used.
  return `/resource${(turn * 7919) % count}/${turn}`
}
