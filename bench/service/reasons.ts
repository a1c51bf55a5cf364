import type { TargetReason } from '../report/reason.ts'

/** Why the service misses a target. */
export const SERVICE_REASONS: readonly TargetReason[] = [
  {
    suites: ['service'],
    promise: 'SQLite: at least 0.75× the requests a second without storage',
    why: 'Writes that come together are one commit, and nothing is answered before the disk has it: while it is flushed nothing else is served.',
    wouldTake: 'a quicker disk, or a third processor for a thread that writes.',
  },
  {
    suites: ['service'],
    promise: 'PostgreSQL: at least 3× the requests a second',
    why: 'PostgreSQL’s processes, the server and wrk share two processors, so that what the database does for each row is most of the time of both.',
    wouldTake: 'a database on processors of its own.',
  },
]
