import { MAX_DEPTH } from '../../compile/called-code.ts'
import { withoutEcho } from '../../issues/echo.ts'
import type { Issue } from '../../issues/issue.ts'
import { INVALID } from '../../issues/result.ts'
import { type Conversion, Exactness } from '../conversion.ts'
import type { Kind } from '../kind.ts'
import { labelOf } from '../label.ts'
import { hide, isSecretive } from '../mask.ts'
import { isObject } from '../source.ts'
import { type Fit, isBetter, isPerfect } from './fit.ts'
import { isUnaltered } from './unaltered.ts'
import { type Attempt, UnionAttempts } from './union-attempts.ts'

/**
 * Returns how the best-fitting member of a union takes the input, the first of equals. Undefined if none does; the
 * issues of each are noted.
 */
export function bestFit(kinds: readonly Kind[], input: unknown, state: Conversion): Fit | undefined {
  const fit = findFit(kinds, input, state)
  return fit?.value === INVALID ? undefined : fit
}

// An integer that no number can hold must not be rounded because another member would round it. So the member that
// would fit best, if a number could hold it, is returned too, with INVALID as its value.
function findFit(kinds: readonly Kind[], input: unknown, state: Conversion): Fit | undefined {
  state.attempts ??= new UnionAttempts()
  const { attempts } = state
  if (!attempts.isWithin) {
    // Only the unions inside this one meet an input again.
    attempts.isWithin = true
    const fit = tryMembers(kinds, input, state)
    attempts.leave()
    return fit
  }
  if (!isObject(input)) return tryMembers(kinds, input, state)
  const known = attempts.find(kinds, input, state)
  return known === undefined ? tryAndNote(kinds, input, state) : repeatAttempt(known, input, state)
}

/** Returns the result of an earlier attempt for the same input. What was wrong is reported again, up to a limit. */
function repeatAttempt({ members, fit, height }: Attempt, input: object, state: Conversion): Fit | undefined {
  const isFitting = fit !== undefined && fit.value !== INVALID
  const reached = state.depth + height
  // What was tried at a higher level may be too deep here.
  if (isFitting && reached <= MAX_DEPTH) {
    state.deepest = Math.max(state.deepest, reached)
    return noteFit(fit, state)
  }
  // Each member of the surrounding union reports what is wrong here, at a location of its own, as in pydantic.
  if (state.attempts?.takeRepeat(input, state.loc.length)) return tryMembers(members, input, state)
  const masking = members.some(isSecretive) ? { mask: hide } : {}
  if (fit === undefined || isFitting) {
    state.refuse(masking, 'union_repeated', input)
    return undefined
  }
  state.refuseUnsafe(masking, 'union_repeated', input)
  return noteFit(fit, state)
}

function tryAndNote(kinds: readonly Kind[], input: object, state: Conversion): Fit | undefined {
  const { strict, runsSteps, depth, deepest } = state
  state.deepest = depth
  const fit = tryMembers(kinds, input, state)
  state.attempts?.note(input, { members: kinds, strict, runsSteps, height: state.deepest - depth, fit })
  state.deepest = Math.max(deepest, state.deepest)
  return fit
}

function tryMembers(kinds: readonly Kind[], input: unknown, state: Conversion): Fit | undefined {
  const { exactness, fieldsSet, unsafe } = state
  const mark = state.issues.length
  const secretive = kinds.filter(isSecretive)
  let best: Fit | undefined
  for (const kind of kinds) {
    const hidesInput = secretive.some((other) => other !== kind)
    const fit = tryMember({ kind, hidesInput, isOnly: kinds.length === 1 }, input, state)
    if (fit !== undefined && (best === undefined || isBetter(fit, best))) best = fit
    if (fit?.isUnaltered && isPerfect(fit) && fit.value !== INVALID) break
  }
  state.exactness = exactness
  state.fieldsSet = fieldsSet
  if (best === undefined) return undefined
  if (best.value !== INVALID) state.takeBack(mark)
  state.unsafe = unsafe + state.issues.length - mark
  return noteFit(best, state)
}

/** Notes in the state how the union fits, and returns that. */
function noteFit(fit: Fit, state: Conversion): Fit {
  state.lower(fit.exactness)
  if (fit.fieldsSet !== undefined) state.addFieldsSet(fit.fieldsSet)
  return fit
}

interface Member {
  readonly kind: Kind
  /** Whether another member is secretive. */
  readonly hidesInput: boolean
  /** A choice of one is not a choice, so its issues do not name the member. */
  readonly isOnly: boolean
}

function tryMember({ kind, hidesInput, isOnly }: Member, input: unknown, state: Conversion): Fit | undefined {
  state.exactness = Exactness.exact
  state.fieldsSet = undefined
  const { unsafe } = state
  const mark = state.issues.length
  const value = isOnly ? kind.convert(input, state) : state.convertMember(kind, input, labelOf(kind))
  if (hidesInput) hideSecrets(state.issues, mark)
  const found = state.issues.length - mark
  const isUnsafe = found > 0 && found === state.unsafe - unsafe
  if (value === INVALID && !isUnsafe) return undefined
  const { exactness, fieldsSet, isMade } = state
  return { kind, value, exactness, fieldsSet, isUnaltered: !isMade || isUnaltered(value, input) }
}

// What one member refuses may be another member's secret.
function hideSecrets(issues: Issue[], from: number): void {
  for (const [index, issue] of issues.slice(from).entries())
    issues[from + index] = withoutEcho({ ...issue, input: hide(issue.input) })
}
