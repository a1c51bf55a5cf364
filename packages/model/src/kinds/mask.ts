import { HIDDEN } from '../issues/echo.ts'
import type { Kind } from './kind.ts'

/** What a kind says of the secrets in its values. */
export type Masking = Pick<Kind, 'mask' | 'isSecretive'>

/** The masking of a kind made of `parts`: `mask` shows an input in which one of them is secret, and is not asked otherwise. */
export function maskingOf(parts: readonly Masking[], mask: (input: unknown) => unknown): Masking {
  if (parts.every((part) => part.mask === undefined)) return {}
  const holdsSecret = (): boolean => parts.some(isSecretive)
  return { mask: (input) => (holdsSecret() ? mask(input) : input), isSecretive: holdsSecret }
}

/** Whether values of a kind can hold a secret. */
export function isSecretive(kind: Masking): boolean {
  return kind.mask !== undefined && kind.isSecretive?.() !== false
}

/** The input as a kind lets it be seen. */
export function maskInput(kind: Masking, input: unknown): unknown {
  return kind.mask === undefined ? input : kind.mask(input)
}

/** The input as each of several kinds that it may be meant for lets it be seen. */
export function maskByAll(kinds: readonly Masking[], input: unknown): unknown {
  return kinds.reduce((shown, kind) => maskInput(kind, shown), input)
}

/** What has not the shape that a secret is found in could hold it anywhere, unless it is nothing. */
export function hide(input: unknown): unknown {
  return input === null || input === undefined ? input : HIDDEN
}
