import type { Code } from '../compile/code.ts'
import { INVALID } from '../issues/result.ts'
import type { Conversion } from './conversion.ts'
import { type Kind, takesText } from './kind.ts'
import { hide, type Masking, maskInput, maskingOf } from './mask.ts'
import { mistakesOfParts } from './review/mistakes.ts'

/** Returns the items of an array or, unless `strict`, of a set; undefined for anything else. */
export function itemsOf(input: unknown, strict = false): readonly unknown[] | undefined {
  if (Array.isArray(input)) return input
  return !strict && input instanceof Set ? [...input] : undefined
}

/** Returns the converted items. Refused items are left out; their issues are in `state`. */
export function convertItems(kind: Kind, items: readonly unknown[], state: Conversion): unknown[] {
  const values: unknown[] = []
  for (let index = 0; index < items.length; index++) {
    const value = state.convertPart(kind, items[index], index)
    if (value !== INVALID) values.push(value)
    else if (state.isFull) break
  }
  return values
}

/** Adds a loop over the array `value`; `each` receives the name of an item. */
export function loopItems(value: string, code: Code, each: (item: string, index: string) => void): void {
  const index = code.name()
  code.block(`for (let ${index} = 0; ${index} < ${value}.length; ${index}++)`, () =>
    each(code.local(`${value}[${index}]`), index),
  )
}

/** What lists, sets, and tuples of any length have in common: all items are of one kind. */
export interface ItemTraits extends Masking, Pick<Kind, 'takesText'> {
  readonly parts: readonly Kind[]
  readonly mistakes: readonly string[]
}

/** Returns the traits of a kind with items of `kind`. */
export function itemTraits(kind: Kind): ItemTraits {
  return {
    parts: [kind],
    mistakes: mistakesOfParts([['item', kind]]),
    takesText: (alone) => !alone && takesText(kind, true),
    ...maskingOf([kind], (input, shown) =>
      Array.isArray(input) ? input.map((item: unknown) => maskInput(kind, item, shown)) : hide(input),
    ),
  }
}
