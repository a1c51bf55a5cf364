import type { Reason, TargetReason } from '../report/reason.ts'

/** Why the service misses a target. */
export const SERVICE_TARGET_REASONS: readonly TargetReason[] = [
  {
    suites: ['service'],
    promise: 'SQLite: at least 4× the requests a second of Fastify',
    why: 'The gain is that writes share a flush, and here the disk completes one in well under 0.1 ms: Fastify, with one flush per insert, does more than 10,000 a second. On a machine where it did 3,400, the service did 6.5 times as many. A program with the same statements, one commit per turn and nothing else did 3.7 times as many as Fastify here (measured apart).',
    wouldTake: 'a disk on which a flush takes longer than the work of a request.',
  },
  {
    suites: ['service'],
    promise: 'SQLite: at least 0.75× the requests a second without storage',
    why: 'Writes that come together are one commit, and none is acknowledged before it is on disk. A create takes 28.6 µs of processor time without storage, and 44.9 with it: the insert and handing the log to the disk are work of the same processor, and the target leaves 9.5 µs for both.',
    wouldTake: 'a processor for the thread that flushes, or a kernel and a disk that need less of it.',
  },
  {
    suites: ['service'],
    promise: 'PostgreSQL: at least 3× the requests a second',
    why: 'PostgreSQL’s processes, the server and its client share two processors, so the database’s work for each row takes most of the time of both.',
    wouldTake: 'a database on processors of its own.',
  },
]

/** The most specific reasons come first. */
export const SERVICE_REASONS: readonly Reason[] = [
  {
    suites: ['service'],
    peer: 'Fastify',
    why: 'It stores only posts, without users, request ids, metrics or entity tags; where the disk flushes at once, that saves as much as shared flushes do.',
    wouldTake: 'doing without these.',
  },
]
