// table: what is counted, and how much of it
import type { Plan } from './mark.ts'
import type { ProgramName } from './program.ts'

/** One row of the gate. */
export interface Row extends Plan {
  /** What the {@link ProgramName} is to do: a name in `work`, or `socket: ` and a name in `countedRequests`. */
  readonly name: string
  readonly program: ProgramName
}

// Warm-ups end after the last compilation, which `--trace-opt` shows; a stretch is ten million instructions or more.
const pure = { program: 'repeat', warmUp: 8000, turns: 4000 } as const
const exchange = { program: 'repeat', warmUp: 8000, turns: 1000 } as const
const socket = { program: 'serve', warmUp: 8000, turns: 500 } as const

/** The counted work, in the order of the report. */
export const rows: readonly Row[] = [
  { name: 'accept a body', ...pure },
  { name: 'explain two errors', ...pure },
  { name: 'serialize one', ...pure },
  { name: 'serialize fifty', ...pure, warmUp: 1000, turns: 100 },
  { name: 'cross-origin decision', ...pure },
  { name: 'exchange: create valid', ...exchange },
  { name: 'exchange: two errors', ...exchange },
  { name: 'exchange: read one', ...exchange },
  { name: 'exchange: preflight', ...exchange },
  { name: 'wrapped: read one', ...exchange },
  { name: 'socket: create valid', ...socket, warmUp: 16_000 },
  { name: 'socket: two errors', ...socket, warmUp: 16_000 },
  { name: 'socket: read one', ...socket },
]
