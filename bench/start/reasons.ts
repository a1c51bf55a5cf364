// table: why Postern is behind, by what was measured and peer
import type { Reason, TargetReason } from '../report/reason.ts'

const suites = ['start']
const starts = ['empty folder, nothing compiled ahead', 'empty folder', 'existing file']

/** The most specific first. */
export const START_REASONS: readonly Reason[] = [
  {
    suites,
    scenarios: ['at rest', 'after 10,000 requests'],
    peer: 'fastapi',
    why: 'CPython keeps no compiled machine code and frees each object at once; Node takes most of its memory before a line of ours runs.',
    wouldTake: 'another runtime: on Bun the contract takes about half.',
  },
  {
    suites,
    runtime: 'node',
    scenarios: starts,
    peer: '',
    why: 'It is the whole service: it brings its database up to date, prepares users, sessions, limits and documents, and holds each declaration against all others. The peers make one table and six routes.',
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
    why: 'At its start it makes the document, holds each declaration against all others, and generates the code of each model.',
    wouldTake: 'doing that at a route’s first request, when a mistake would be found as late.',
  },
]

/** Why the service misses a target at its start. */
export const START_TARGET_REASONS: readonly TargetReason[] = [
  {
    suites,
    promise: 'from a clone: first answer with empty folder, nothing compiled ahead',
    why: 'The first start on a machine reads some hundreds of files in TypeScript and compiles what it runs of them; what comes of that is kept, and every later start finds it.',
    wouldTake:
      'what npm installs: a few files, made of all of them by a build step, which a clone does without (decisions/001).',
  },
  {
    suites,
    promise: 'from a clone: first answer with',
    why: 'Some hundreds of files in TypeScript are found and linked, which takes most of it, though what they compile to is kept.',
    wouldTake:
      'what npm installs: a few files, made of all of them by a build step, which a clone does without (decisions/001).',
  },
  {
    suites,
    promise: 'first answer with',
    why: 'Half of it is Node and what a bare server of node:http takes with the same file (the row `bare`). The rest is, on a quiet machine, 60 ms for opening the modules, commander, pino and re2js among them, 10 for declaring models, 45 for holding contract, handlers and document against each other, 7 for the settings and 6 for the database; where others disturb, a third more.',
    wouldTake:
      'a faster machine (on one that was 1.6 times as fast the clone took 239 ms with an empty folder), or preparing at the first request what is prepared at start, when a mistake would be found as late.',
  },
]
