import type { Code } from '../compile/code.ts'
import { INVALID } from '../issues/result.ts'
import type { Conversion } from './conversion.ts'
import type { Kind } from './kind.ts'
import { hide, type Masking, maskInput, maskingOf } from './mask.ts'

/** The items of an array, or of a set where lax conversions are allowed; undefined for anything else. */
export function itemsOf(input: unknown, lax: boolean): readonly unknown[] | undefined {
  if (Array.isArray(input)) return input
  return lax && input instanceof Set ? [...input] : undefined
}

/** The converted items; those that were refused are left out, their issues are in `state`. */
export function convertItems(kind: Kind, items: readonly unknown[], state: Conversion): unknown[] {
  const values: unknown[] = []
  for (let index = 0; index < items.length; index++) {
    const value = state.convertPart(kind, items[index], index)
    if (value !== INVALID) values.push(value)
    else if (state.isFull) break
  }
  return values
}

/** Adds a loop over the array `value`; `each` gets the name of an item. */
export function loopItems(value: string, code: Code, each: (item: string, index: string) => void): void {
  const index = code.name()
  code.block(`for (let ${index} = 0; ${index} < ${value}.length; ${index}++)`, () =>
    each(code.local(`${value}[${index}]`), index),
  )
}

/** The masking of an array of one kind. */
export function itemMasking(kind: Kind): Masking {
  return maskingOf([kind], (input, shown) =>
    Array.isArray(input) ? input.map((item: unknown) => maskInput(kind, item, shown)) : hide(input),
  )
}
