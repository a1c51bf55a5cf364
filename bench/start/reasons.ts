// table: why Postern is behind, by what was measured and peer
import type { Reason, TargetReason } from '../report/reason.ts'

const suites = ['start']
const starts = ['empty folder, nothing compiled ahead', 'empty folder', 'existing file']

/** The most specific reasons come first. */
export const START_REASONS: readonly Reason[] = [
  {
    suites,
    scenarios: ['at rest', 'after 10,000 requests'],
    peer: 'fastapi',
    why: 'CPython keeps no compiled machine code and frees each object at once; Node takes most of its memory before any of our code runs.',
    wouldTake: 'another runtime: on Bun the contract takes about half.',
  },
  {
    suites,
    runtime: 'node',
    scenarios: starts,
    peer: '',
    why: 'It is the whole service: it migrates its database, prepares users, sessions, limits and documents, and checks each declaration against all others. The peers make one table and six routes.',
    wouldTake: 'preparing at the first request what is prepared at start.',
  },
  {
    suites,
    runtime: 'node',
    scenarios: ['at rest', 'after 10,000 requests'],
    peer: '',
    why: 'It is the whole service: users, sessions, limits, metrics and documents stay in memory. The peers have six routes.',
    wouldTake: 'serving posts alone.',
  },
  {
    suites: ['start', 'http'],
    runtime: 'bun',
    scenarios: ['at rest', 'after 10,000 requests', 'after load'],
    peer: '',
    why: 'Each route has its binder, its writers and its part of the document, made at start, beside the generated code of its models.',
    wouldTake: 'making them at a route’s first request.',
  },
  {
    suites,
    runtime: 'bun',
    scenarios: starts,
    peer: '',
    why: 'At its start it makes the document, checks each declaration against all others, and generates the code of each model.',
    wouldTake: 'doing that at a route’s first request, so that a mistake would be found only then.',
  },
]

/** Why the service misses a target at its start. */
export const START_TARGET_REASONS: readonly TargetReason[] = [
  {
    suites,
    promise: 'from a clone: first response with empty folder, nothing compiled ahead',
    why: 'The first start on a machine reads some hundreds of TypeScript files and compiles the parts that it runs; the result is kept, and every later start finds it.',
    wouldTake:
      'what npm installs: a few files, made from all of them by a build step, which a clone does not have (decisions/001).',
  },
  {
    suites,
    promise: 'from a clone: first response with',
    why: 'Finding and linking some hundreds of TypeScript files takes most of it, although their compiled form is kept.',
    wouldTake:
      'what npm installs: a few files, made from all of them by a build step, which a clone does not have (decisions/001).',
  },
  {
    suites,
    promise: 'first response with',
    why: 'Half of it is Node and what a bare server of node:http takes with the same file (the row `bare`). The rest is, on a quiet machine, 60 ms for loading the modules, commander, pino and re2js among them, 10 for declaring models, 45 for checking contract, handlers and document against each other, 7 for the settings and 6 for the database; on a machine that others disturb, a third more.',
    wouldTake:
      'a faster machine (on one that was 1.6 times as fast the clone took 239 ms with an empty folder), or preparing at the first request what is prepared at start, so that a mistake would be found only then.',
  },
]
