import type { Code } from '../compile/code.ts'
import { type Breach, createBreach } from '../issues/catalog.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

/** Inclusive bounds of the number of items (spec §2.7 min_items, max_items). */
export interface ItemCountOptions {
  /** The smallest number of items. Default: no limit. */
  readonly minItems?: number
  /** The largest number of items. Default: no limit. */
  readonly maxItems?: number
}

/** The name that pydantic gives to the value whose items are counted. */
export type Counted = 'List' | 'Tuple' | 'Set' | 'Dictionary'

/** The rules of {@link ItemCountOptions}; two checks, because they run at different times. */
export interface ItemRules {
  readonly atMost: (count: number) => Breach | undefined
  readonly atLeast: (count: number) => Breach | undefined
  /** Adds both checks to generated code. */
  readonly accept: (count: string, code: Code) => void
  readonly schema: JsonSchema
}

/** Returns the rules of {@link ItemCountOptions}. */
export function itemRules(options: ItemCountOptions | undefined, counted: Counted): ItemRules {
  const { minItems = 0, maxItems = Infinity } = options ?? {}
  const noun = counted === 'Dictionary' ? 'Properties' : 'Items'
  return {
    atMost: (count) =>
      count <= maxItems
        ? undefined
        : createBreach('too_long', { field_type: counted, max_length: maxItems, actual_length: count }),
    atLeast: (count) =>
      count >= minItems
        ? undefined
        : createBreach('too_short', { field_type: counted, min_length: minItems, actual_length: count }),
    accept: (count, code) => {
      if (minItems > 0) code.require(`${count} >= ${minItems}`)
      if (maxItems !== Infinity) code.require(`${count} <= ${maxItems}`)
    },
    schema: {
      ...(options?.minItems !== undefined && { [`min${noun}`]: minItems }),
      ...(options?.maxItems !== undefined && { [`max${noun}`]: maxItems }),
    },
  }
}
