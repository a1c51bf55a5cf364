import { type Code, runsSteps } from '../compile/code.ts'
import { HIDDEN } from '../issues/echo.ts'
import { INVALID } from '../issues/result.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { projectKind, writeData } from './projection.ts'
import { type Before, Rejection } from './step.ts'

/** What the file of a kind defines; {@link defineKind} adds validators and masking. */
export type KindDefinition<Out, In> = Pick<
  Kind<Out, In>,
  | 'name'
  | 'convert'
  | 'accept'
  | 'serialize'
  | 'project'
  | 'describe'
  | 'mask'
  | 'isSecretive'
  | 'dropped'
  | 'label'
  | 'takesText'
  | 'alternatives'
  | 'isOwn'
  | 'isReadByName'
  | 'parts'
  | 'mistakes'
> & {
  /** Default: `JSON.stringify` of the projected data. */
  readonly write?: Kind['write']
  /** Default: none. Untyped code may give null. */
  readonly options: FieldOptions | undefined
  /** Whether validators have already run on an input; in a reply they do not run on it again. */
  readonly isValidated?: (input: unknown) => boolean
  readonly steps?: readonly AnyStep[]
}

/** A validator whose value type is no longer known; the builders keep it typed for their callers. */
export type AnyStep = Before | { readonly when: 'after'; readonly run: (value: never) => unknown }

/** Makes a kind from its definition: validators run around the conversion, secrets are masked. */
export function defineKind<Out, In, Optional extends boolean>(
  definition: KindDefinition<Out, In>,
): Kind<Out, In, Optional> {
  const { steps = [], isValidated, ...base } = definition
  const options = definition.options ?? {}
  const secrecy = options.secret === true ? secrecyOf(definition.convert) : {}
  const isBare = steps.length === 0 && definition.label === undefined && Object.keys(options).length === 0
  const hasSteps = steps.length > 0 || base.parts?.some((part) => part.hasSteps) === true
  const plain = { write: writeProjected, isBare, hasSteps, ...base, options, ...secrecy }
  const stepped = steps.reduce<Kind<Out, In, Optional>>(withStep, plain)
  if (isValidated === undefined || steps.length === 0) return stepped
  return { ...stepped, ...validatingOnce(plain, stepped, isValidated) }
}

/**
 * Returns how a kind with an `isValidated` decides by itself whether its validators run: in a reply not on a validated
 * value, but on every other, even on one inside a validated value of another kind, where no other validators run.
 */
function validatingOnce<Out>(
  plain: Kind<Out>,
  stepped: Kind<Out>,
  isValidated: (input: unknown) => boolean,
): Pick<Kind<Out>, 'hasSteps' | 'convert' | 'accept'> {
  return {
    hasSteps: false,
    convert(input, state) {
      if (state.isReply && isValidated(input)) return plain.convert(input, state)
      const { runsSteps } = state
      state.runsSteps = state.runsStepsByDefault
      const value = stepped.convert(input, state)
      state.runsSteps = runsSteps
      return value
    },
    accept: (value, code) => code.skipStepsWhere(isValidated, value, () => stepped.accept(value, code)),
  }
}

/** Makes a kind secret: nothing of its input is shown, nor of any part of it. */
function secrecyOf<Out>(convert: Kind<Out>['convert']): Pick<Kind<Out>, 'convert' | 'mask' | 'isSecretive'> {
  return {
    convert(input, state) {
      const { isSecret } = state
      state.isSecret = true
      const value = convert.call(this, input, state)
      state.isSecret = isSecret
      return value
    },
    mask: () => HIDDEN,
    isSecretive: () => true,
  }
}

function withStep<Out, In, Optional extends boolean>(
  kind: Kind<Out, In, Optional>,
  step: AnyStep,
): Kind<Out, In, Optional> {
  const run = runOf(step) as (value: unknown) => unknown
  const isBefore = step?.when === 'before'
  return {
    ...kind,
    convert: isBefore ? convertWithBefore(kind, run) : convertWithAfter(kind, run),
    accept: isBefore
      ? (value, code) => kind.accept(runStep(value, run, code), code)
      : (value, code) => runStep(kind.accept(value, code), run, code),
    write: writeProjected,
    project: undefined,
    alternatives: undefined,
    // A validator before the kind may turn a string into anything.
    takesText: isBefore ? undefined : kind.takesText,
    ...(isBefore && { hasBefore: true }),
    mistakes: [...(kind.mistakes ?? []), ...mistakesOfStep(step)],
  }
}

/** Returns what is wrong with a validator that untyped code gave. */
export function mistakesOfStep(step: AnyStep): readonly string[] {
  const run = runOf(step)
  if (typeof run !== 'function') return [BARE_STEP]
  return Object.prototype.toString.call(run) === '[object AsyncFunction]' ? [ASYNC_STEP] : []
}

/**
 * Returns the function that a validator runs; undefined where there is none, as for an import that is not initialised
 * yet.
 */
function runOf(step: AnyStep): unknown {
  return step?.when === 'before' ? step.prepare : step?.run
}

const BARE_STEP = 'a validator is neither after(…) nor before(…); wrap its function in one of them'
const ASYNC_STEP =
  'a validator is async, so its promise would become the value; make it synchronous, and look things up in the handler'

function writeProjected(this: Kind, value: string, code: Code): string {
  return writeData(projectKind(this, value, code), code)
}

function convertWithBefore<Out, In>(
  kind: Kind<Out, In>,
  run: (value: unknown) => unknown,
): Kind<Out>['convert'] {
  return (input, state) => {
    if (!state.runsSteps) return kind.convert(input, state)
    const given = state.attempts === undefined ? run(input) : state.attempts.prepare(run, input)
    return given instanceof Rejection ? state.reject(kind, given, input) : kind.convert(given, state)
  }
}

function convertWithAfter<Out, In>(
  kind: Kind<Out, In>,
  run: (value: unknown) => unknown,
): Kind<Out>['convert'] {
  return (input, state) => {
    const value = kind.convert(input, state)
    if (value === INVALID || !state.runsSteps) return value
    const kept = run(value)
    return kept instanceof Rejection ? state.reject(kind, kept, input) : (kept as Out)
  }
}

function runStep(value: string, run: (value: unknown) => unknown, code: Code): string {
  if (!runsSteps(code.options)) return value
  const called = code.call(run, value)
  const isValidated = code.isValidated?.()
  const result = code.local(isValidated === undefined ? called : `${isValidated} ? ${value} : ${called}`)
  code.require(`!(${result} instanceof ${code.constant(Rejection)})`)
  return result
}
