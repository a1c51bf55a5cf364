import { spawn } from 'node:child_process'
import { join } from 'node:path'

// Tier-up is over after the first; what lies between the two is counted.
const FEW = 20_000
const MANY = 60_000

/** Instructions that one turn of this work takes on Node: of two runs under valgrind, the difference by the difference in turns. */
export async function countInstructions(name: string): Promise<number> {
  const [few, many] = await Promise.all([run(name, FEW), run(name, MANY)])
  return Math.round((many - few) / (MANY - FEW))
}

/** All that a run executes; one thread and one seed, so that it is the same every time. */
async function run(name: string, turns: number): Promise<number> {
  const child = spawn('valgrind', [
    '--tool=cachegrind',
    '--cache-sim=no',
    '--smc-check=all-non-file',
    '--cachegrind-out-file=/dev/null',
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    '--single-threaded',
    '--predictable',
    '--hash-seed=1',
    '--random-seed=1',
    join(import.meta.dirname, 'work.ts'),
    name,
    String(turns),
  ])
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString()
  })
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  const [, instructions = ''] = /I\s+refs:\s+([\d,]+)/.exec(told) ?? []
  if (instructions === '') throw new Error(`valgrind counted nothing for "${name}": ${told.slice(-500)}`)
  return Number(instructions.replaceAll(',', ''))
}
