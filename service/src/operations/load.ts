import { HttpError, type Incoming } from '@postern/contract'
import { Turns } from '../turns.ts'
import type { Admission } from './admission.ts'
import { limited } from './declared-failures.ts'
import type { Limits } from './limits.ts'

export interface LoadOptions extends Pick<Limits, 'mostRequests' | 'longestDelay'> {
  /** Milliseconds that work currently waits for its turn. */
  readonly loopDelay: () => number
}

/** Tracks the requests in progress, and refuses more than can be done soon with a 503 and `Retry-After` (RFC 9110 §15.6.4). */
export interface Load {
  /**
   * Returns the same handlers, counted while they run, and refused where too many run: a request may have been let in
   * long before its body arrived. Not so the liveness probe. Those that hash passwords are also limited to
   * {@link mostHashing}.
   */
  readonly track: <Handlers extends AnyHandlers>(handlers: Handlers) => Handlers
  /** Refuses every request while the load is too high, except preflights and the liveness probe. */
  readonly admit: (incoming: Incoming) => Admission
}

type Run = (...given: never[]) => unknown

type AnyHandlers = Readonly<Record<string, Run>>

/**
 * The maximum number of passwords that are hashed or wait for it. Each takes about 0.2 s of a core, so the wait is a
 * few seconds.
 */
const mostHashing = 32

/**
 * The maximum number of passwords hashed at once. Node has four threads for hashing and for the disk, which every write
 * waits for.
 */
const hashingAtOnce = 3

/** Creates the load of one service. */
export function createLoad({ mostRequests, longestDelay, loopDelay }: LoadOptions): Load {
  const all: Gauge = { working: 0 }
  const hashing: Gauge = { working: 0 }
  const turns = new Turns(hashingAtOnce)
  const inTurn =
    (run: Run): Run =>
    (...given) =>
      turns.take(() => run(...given))
  const isTooMuch = () => all.working >= mostRequests || loopDelay() > longestDelay
  return {
    track(handlers) {
      const trackOne = (name: string, run: Run) => {
        if (name === 'live') return run
        return counted(all, hashes.has(name) ? counted(hashing, inTurn(run), mostHashing) : run, mostRequests)
      }
      const tracked = Object.entries(handlers).map(([name, run]) => [name, trackOne(name, run)])
      return Object.fromEntries(tracked)
    },
    admit: (incoming) => (!isExempt(incoming) && isTooMuch() ? refused : admitted),
  }
}

interface Gauge {
  working: number
}

const hashes: ReadonlySet<string> = new Set(['issueToken', 'signIn', 'signUp', 'changePassword'])
const detail = limited[503]
const admitted: Admission = { headers: [] }
const refused: Admission = { headers: ['retry-after', '1'], refusal: { status: 503, detail } }

function counted(gauge: Gauge, run: Run, most: number): Run {
  const end = () => {
    gauge.working--
  }
  return (...given) => {
    if (gauge.working >= most) throw new HttpError(503, { detail, headers: { 'Retry-After': '1' } })
    const returned = run(...given)
    if (!(returned instanceof Promise)) return returned
    gauge.working++
    returned.then(end, end)
    return returned
  }
}

function isExempt({ method, path }: Incoming): boolean {
  return method === 'OPTIONS' || path === '/health/live' || path === '/health/live/'
}
