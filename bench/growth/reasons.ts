// table: why Postern is behind as the work grows, by curve and peer
import type { Reason } from '../report/reason.ts'

const suites = ['growth']

/** The most specific reasons come first. */
export const GROWTH_REASONS: readonly Reason[] = [
  {
    suites,
    scenarios: ['accept, items', 'accept, fields'],
    peer: 'TypeBox check, then pipeline',
    why: 'If its check passes, the input itself is handed on, with whatever else it contains; Postern makes a new value of what was declared.',
    wouldTake: 'handing on the input itself.',
  },
  {
    suites,
    scenarios: ['accept, items', 'accept, fields'],
    peer: 'zod compiled',
    why: 'Both run one generated function. Postern’s calls the constructor of each model, where zod writes plain objects, and it accepts numbers that are written as strings.',
    wouldTake: 'results that are not instances of their models.',
  },
  {
    suites,
    scenarios: ['serialize, items', 'serialize, fields'],
    peer: 'fast-json-stringify',
    why: 'Postern checks each string against its maximum length and each number against its minimum, which fast-json-stringify does not; with few items that costs more than what is saved elsewhere.',
    wouldTake: 'trusting that what a handler returned fits its model.',
  },
  {
    suites,
    scenarios: ['explain one error, items', 'explain one error, fields'],
    peer: '',
    why: 'Generated code refuses the input at its first error, and then the kinds go through all of it again to explain; for a long list that is most of the work.',
    wouldTake: 'generated code for explanations too.',
  },
  {
    suites,
    scenarios: ['start, routes', 'memory, routes', 'document, routes'],
    peer: '',
    why: 'Everything that can be known at start is made at start: each route has its binder, its writer and its part of the document, and is checked against all others.',
    wouldTake: 'making them at a route’s first request, so that a mistake in them would be found only then.',
  },
]
