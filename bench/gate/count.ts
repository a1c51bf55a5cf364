import { availableParallelism } from 'node:os'
import { type Figure, summarize } from './figures.ts'
import { type Programs, withPrograms } from './program.ts'
import type { Row } from './rows.ts'
import { takeCount } from './take.ts'

/** Each take has its own hash tables, so the spread shows how much chance changes a count. */
const SEEDS = [1, 2, 3]

/** Counts rows, each three times in separate processes, as many at once as there are processors. */
export async function countRows(rows: readonly Row[]): Promise<Readonly<Record<string, Figure>>> {
  const takes = new Map<string, number[]>(rows.map(({ name }) => [name, []]))
  const jobs = rows.flatMap((row) => SEEDS.map((seed) => ({ row, seed })))
  const work = async (programs: Programs) => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
      takes.get(job.row.name)?.push(await takeCount(job.row, programs, job.seed))
  }
  await withPrograms(async (programs) => {
    await Promise.all(Array.from({ length: availableParallelism() }, () => work(programs)))
  })
  return Object.fromEntries(Array.from(takes, ([name, counts]) => [name, summarize(counts)]))
}
