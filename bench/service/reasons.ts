import type { Reason, TargetReason } from '../report/reason.ts'

/** Why the service misses a target. */
export const SERVICE_TARGET_REASONS: readonly TargetReason[] = [
  {
    suites: ['service'],
    promise: 'SQLite: at least 4× the requests a second of Fastify',
    why: 'What is won is the flush that writes share, and here the disk answers one in well under 0.1 ms: Fastify, with one an insert, does more than 10,000 a second. On a machine where it did 3,400 the service did 6.5 times as many. A program with the same statements, one commit a turn and nothing else did 3.7 times as many as Fastify here (measured apart).',
    wouldTake: 'a disk on which a flush takes longer than the work of a request.',
  },
  {
    suites: ['service'],
    promise: 'SQLite: at least 0.75× the requests a second without storage',
    why: 'Writes that come together are one commit, and nothing is answered before the disk has it. A creation takes 28.6 µs of processor time without storage, and 44.9 with it: inserting it and handing the log to the disk are work of the same processor, and the target leaves 9.5 µs for both.',
    wouldTake: 'a processor for the thread that flushes, or a kernel and a disk that need less of it.',
  },
  {
    suites: ['service'],
    promise: 'PostgreSQL: at least 3× the requests a second',
    why: 'PostgreSQL’s processes, the server and its client share two processors, so that what the database does for each row is most of the time of both.',
    wouldTake: 'a database on processors of its own.',
  },
]

/** The most specific first. */
export const SERVICE_REASONS: readonly Reason[] = [
  {
    suites: ['service'],
    peer: 'Fastify',
    why: 'It keeps posts alone, without users, request ids, metrics or entity tags; where the disk flushes at once, that is as much as shared flushes save.',
    wouldTake: 'doing without these.',
  },
]
