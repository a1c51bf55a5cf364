// table: why Postern is behind, by case and peer
import type { Reason, TargetReason } from '../report/reason.ts'

const suites = ['model', 'model-bun']
const twice =
  'Code made for the model accepts, and where that fails each field’s kind explains, so that an input with errors is looked at twice'

/** The most specific first. */
export const MODEL_REASONS: readonly Reason[] = [
  {
    suites,
    peer: 'TypeBox check alone',
    why: 'It answers yes or no: it makes no result, fills in no default and keeps unknown keys.',
    wouldTake: 'handing on the input itself.',
  },
  {
    suites,
    peer: 'JSON.stringify',
    why: 'It checks and filters nothing, and is the engine’s own code.',
    wouldTake: 'answering what a handler gave as it is.',
  },
  {
    suites,
    runtime: 'bun',
    peer: 'fast-json-stringify, native',
    why: 'It copies the declared fields and lets the engine’s JSON.stringify write them, and does not look whether a text is well-formed or a date is one.',
    wouldTake: 'leaving these checks of answers out.',
  },
  {
    suites,
    scenarios: ['validate two errors'],
    peer: 'ajv',
    why: `${twice}; each issue carries its place, the input and its bounds. ajv generates the code that writes its errors.`,
    wouldTake: 'generated code for what a kind explains, too.',
  },
  {
    suites,
    scenarios: ['validate nested'],
    peer: 'zod compiled',
    why: 'Both run one generated function; ours calls the constructor of each model within the model, where zod writes plain objects, and it takes numbers that are written as texts, and counts characters where zod counts units of UTF-16.',
    wouldTake: 'results that are no instances of their models.',
  },
]

const checked =
  'Of the five fields two are moments and two are texts. Holding a text against the form of a moment takes 18 ns, looking whether one is well-formed 3 to 7 ns; the text is then written by the engine’s own JSON.stringify.'
const wouldTake = 'believing that what a handler gave fits its model.'

/** Why the model library misses a target. */
export const MODEL_TARGET_REASONS: readonly TargetReason[] = [
  { suites: ['model'], promise: '× JSON.stringify', why: checked, wouldTake },
  {
    suites: ['model'],
    promise: '× fast-json-stringify',
    why: `${checked} fast-json-stringify looks at none of this. How much it saves differs with the processor: on an Intel Xeon the same code was 1.30 to 1.53 times as fast, case by case.`,
    wouldTake,
  },
  {
    suites: ['model-bun'],
    promise: '× JSON.stringify',
    why: `${checked} JavaScriptCore’s takes 113 ns for such a record, V8’s 290 ns, so that the same checks are a larger share.`,
    wouldTake,
  },
  {
    suites,
    promise: 'two errors: at least 5× zod',
    why: `${twice}.`,
    wouldTake: 'generated code for what a kind explains, too.',
  },
]
