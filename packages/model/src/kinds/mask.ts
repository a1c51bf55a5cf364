import { HIDDEN } from '../issues/echo.ts'
import type { Kind, Mask, Shown } from './kind.ts'
import { isObject } from './source.ts'

/** What a kind says of the secrets in its values. */
export type Masking = Pick<Kind, 'mask' | 'isSecretive'>

/** The masking of a kind made of `parts`: `mask` shows an input in which one of them is secret, and is not asked otherwise. */
export function maskingOf(parts: readonly Masking[], mask: Mask): Masking {
  if (parts.every((part) => part.mask === undefined)) return {}
  const whole: Masking = {
    mask: (input, shown) => (isSecretive(whole) ? mask(input, shown) : input),
    isSecretive: (asked) => parts.some((part) => holdsSecret(part, asked)),
  }
  return whole
}

/** Whether values of a kind can hold a secret; asked once all models are declared. */
export function isSecretive(kind: Masking): boolean {
  if (kind.mask === undefined) return false
  const known = FOUND.get(kind) ?? holdsSecret(kind, new Set())
  FOUND.set(kind, known)
  return known
}

/** What kinds were found to be. */
const FOUND = new WeakMap<Masking, boolean>()

/** The same of a kind that others are made of. Models that hold each other lead to it in many ways: it is asked once. */
export function holdsSecret(kind: Masking, asked: Set<Masking>): boolean {
  if (kind.mask === undefined || asked.has(kind)) return false
  asked.add(kind)
  return kind.isSecretive?.(asked) !== false
}

/** The input as a kind lets it be seen. */
export function maskInput({ mask }: Masking, input: unknown, shown: Shown): unknown {
  if (mask === undefined) return input
  if (!isObject(input)) return mask(input, shown)
  const known = shown.get(mask) ?? new Map<object, unknown>()
  shown.set(mask, known)
  if (known.has(input)) return known.get(input)
  const masked = mask(input, shown)
  known.set(input, masked)
  // Every member of a union looks through what the one before it shows, which holds what is shown already.
  if (isObject(masked)) known.set(masked, masked)
  return masked
}

/** The input as each of several kinds that it may be meant for lets it be seen. */
export function maskByAll(kinds: readonly Masking[], input: unknown, shown: Shown): unknown {
  return kinds.reduce((masked, kind) => maskInput(kind, masked, shown), input)
}

/** What has not the shape that a secret is found in could hold it anywhere, unless it is nothing. */
export function hide(input: unknown): unknown {
  return input === null || input === undefined ? input : HIDDEN
}
