import { HIDDEN } from '../issues/echo.ts'
import type { Kind, Mask, Shown } from './kind.ts'
import { isObject } from './source.ts'

/** How a kind hides the secrets in its values. */
export type Masking = Pick<Kind, 'mask' | 'isSecretive'>

/**
 * Returns the masking of a kind made of `parts`. `mask` shows an input in which one of them is secret; it is not called
 * otherwise.
 */
export function maskingOf(parts: readonly Masking[], mask: Mask): Masking {
  if (parts.every((part) => part.mask === undefined)) return {}
  const whole: Masking = {
    mask: (input, shown) => (isSecretive(whole) ? mask(input, shown) : input),
    isSecretive: (visited) => parts.some((part) => holdsSecret(part, visited)),
  }
  return whole
}

/** Whether values of a kind can contain a secret. Ask once all models are declared. */
export function isSecretive(kind: Masking): boolean {
  if (kind.mask === undefined) return false
  const known = FOUND.get(kind) ?? holdsSecret(kind, new Set())
  FOUND.set(kind, known)
  return known
}

/** The answers found so far. */
const FOUND = new WeakMap<Masking, boolean>()

/**
 * The same for a kind that is part of others. Models that contain each other reach it on many paths; it is visited
 * once.
 */
export function holdsSecret(kind: Masking, visited: Set<Masking>): boolean {
  if (kind.mask === undefined || visited.has(kind)) return false
  visited.add(kind)
  return kind.isSecretive?.(visited) !== false
}

/** Returns the input with what the kind hides masked. */
export function maskInput({ mask }: Masking, input: unknown, shown: Shown): unknown {
  if (mask === undefined) return input
  if (!isObject(input)) return mask(input, shown)
  const known = shown.get(mask) ?? new Map<object, unknown>()
  shown.set(mask, known)
  if (known.has(input)) return known.get(input)
  const masked = mask(input, shown)
  known.set(input, masked)
  // Each member of a union masks the result of the member before it, which contains what is masked already.
  if (isObject(masked)) known.set(masked, masked)
  return masked
}

/** Returns the input masked by each of several kinds that it may be meant for. */
export function maskByAll(kinds: readonly Masking[], input: unknown, shown: Shown): unknown {
  return kinds.reduce((masked, kind) => maskInput(kind, masked, shown), input)
}

/** Hides the whole input: if it lacks the expected shape, a secret could be anywhere in it. Null and undefined stay. */
export function hide(input: unknown): unknown {
  return input === null || input === undefined ? input : HIDDEN
}
