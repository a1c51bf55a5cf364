// table: why Postern is behind, by case and peer
import type { Reason, TargetReason } from '../report/reason.ts'

const suites = ['model', 'model-bun']
const twice =
  'Code generated for the model accepts the input; if it cannot, each field’s kind explains why, so an input with errors is examined twice'

/** The most specific reasons come first. */
export const MODEL_REASONS: readonly Reason[] = [
  {
    suites,
    peer: 'TypeBox check alone',
    why: 'It only says yes or no: it makes no result, fills in no default and keeps unknown keys.',
    wouldTake: 'handing on the input itself.',
  },
  {
    suites,
    peer: 'JSON.stringify',
    why: 'It checks and filters nothing, and is the engine’s own code.',
    wouldTake: 'sending what a handler returned as it is.',
  },
  {
    suites,
    runtime: 'bun',
    peer: 'fast-json-stringify, native',
    why: 'It copies the declared fields and lets the engine’s JSON.stringify write them, and does not check whether a string is well-formed or a date is valid.',
    wouldTake: 'leaving these checks of responses out.',
  },
  {
    suites,
    scenarios: ['validate two errors'],
    peer: 'ajv',
    why: `${twice}; each issue has its place, the input and its bounds. ajv generates the code that writes its errors.`,
    wouldTake: 'generated code for the explanations, too.',
  },
  {
    suites,
    scenarios: ['validate nested'],
    peer: 'zod compiled',
    why: 'Both run one generated function. Postern’s calls the constructor of each model within the model, where zod writes plain objects; it also accepts numbers that are written as strings, and counts characters where zod counts UTF-16 units.',
    wouldTake: 'results that are not instances of their models.',
  },
]

const checked =
  'Two of the five fields are date-times and two are strings. Checking a string against the date-time format takes 18 ns, and checking whether one is well-formed 3 to 7 ns; the engine’s own JSON.stringify then writes the string.'
const wouldTake = 'trusting that what a handler returned fits its model.'

/** Why the model library misses a target. */
export const MODEL_TARGET_REASONS: readonly TargetReason[] = [
  { suites: ['model'], promise: '× JSON.stringify', why: checked, wouldTake },
  {
    suites: ['model'],
    promise: '× fast-json-stringify',
    why: `${checked} fast-json-stringify checks none of this. How much it saves differs with the processor: on an Intel Xeon the same code was 1.30 to 1.53 times as fast, case by case.`,
    wouldTake,
  },
  {
    suites: ['model-bun'],
    promise: '× JSON.stringify',
    why: `${checked} JavaScriptCore’s JSON.stringify takes 113 ns for such a record, V8’s 290 ns, so the same checks are a larger share.`,
    wouldTake,
  },
  {
    suites,
    promise: 'two errors: at least 5× zod',
    why: `${twice}.`,
    wouldTake: 'generated code for the explanations, too.',
  },
]
