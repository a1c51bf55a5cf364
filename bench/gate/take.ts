import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type CountedProgram, startCounted } from './callgrind.ts'
import { sendInTurn } from './client.ts'
import { instructionsATurn } from './figures.ts'
import { allTurns } from './mark.ts'
import type { Programs } from './program.ts'
import { countedRequests } from './requests.ts'
import type { Row } from './rows.ts'

/** Counts a row once: the instructions of one turn in user space; for a row over a socket, only those of the server. */
export async function takeCount(row: Row, programs: Programs, seed: number): Promise<number> {
  const words = [row.name, String(row.warmUp), String(row.turns)]
  const counted = startCounted(programs[row.program], words, seed)
  if (row.program === 'serve') await askServer(row, counted)
  return instructionsATurn(await counted.stretches, row)
}

/** Sends all requests, and one more for the mark after the last; then ends the server, which writes its counts. */
async function askServer(row: Row, { child, stretches }: CountedProgram): Promise<void> {
  const requests = countedRequests[row.name.replace('socket: ', '')] ?? []
  try {
    const port = await Promise.race([readLine(child.stdout), stretches.then(() => '')])
    await sendInTurn(Number(port), requests, allTurns(row) + 1)
  } finally {
    child.kill('SIGKILL')
  }
}

async function readLine(output: Readable | null): Promise<string> {
  if (output === null) return ''
  const [line] = await once(createInterface(output), 'line')
  return String(line)
}
