// table: why Postern is behind as the work grows, by curve and peer
import type { Reason } from '../report/reason.ts'

const suites = ['growth']

/** The most specific first. */
export const GROWTH_REASONS: readonly Reason[] = [
  {
    suites,
    scenarios: ['accept, items', 'accept, fields'],
    peer: 'TypeBox check, then pipeline',
    why: 'Where its check says yes the input itself is handed on, with whatever else it holds; Postern makes a new value of what was declared.',
    wouldTake: 'handing on the input itself.',
  },
  {
    suites,
    scenarios: ['accept, items', 'accept, fields'],
    peer: 'zod compiled',
    why: 'Both run one generated function; ours calls the constructor of each model, where zod writes plain objects, and it takes numbers that are written as texts.',
    wouldTake: 'results that are no instances of their models.',
  },
  {
    suites,
    scenarios: ['serialize, items', 'serialize, fields'],
    peer: 'fast-json-stringify',
    why: 'Postern holds each text against its largest length and each number against its least, which fast-json-stringify does not; with few items that is more than what is saved elsewhere.',
    wouldTake: 'believing that what a handler gave fits its model.',
  },
  {
    suites,
    scenarios: ['explain one error, items', 'explain one error, fields'],
    peer: '',
    why: 'Generated code refuses the input at its first mistake, and then the kinds look at all of it once more to explain; of a long list that is most of the work.',
    wouldTake: 'generated code for explanations too.',
  },
  {
    suites,
    scenarios: ['start, routes', 'memory, routes', 'document, routes'],
    peer: '',
    why: 'Everything that can be known at start is made at start: each route has its binder, its writer and its part of the document, checked against all others.',
    wouldTake: 'making them at a route’s first request, when a mistake in them would be found as late.',
  },
]
