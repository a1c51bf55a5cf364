import { type Definable, Description, type JsonSchema } from '@postern/model'

/** Where a model is used: in input, in output, or in output without the fields that are null. */
type Side = 'input' | 'output' | 'sparse'

/** The models whose sides differ. */
export interface Split {
  /** Models whose input and output differ. */
  readonly directions: ReadonlySet<Definable>
  /** Models whose output has fewer fields where nulls are left out than elsewhere. */
  readonly sparse: ReadonlySet<Definable>
}

/**
 * The named schemas of one document. A model that looks the same as input and output is `Name`; otherwise it is
 * `Name-Input` and `Name-Output` (FastAPI's rule), and `Name-ExcludeNone` if there is another output beside it.
 */
export class Components {
  readonly input = new Description('input', (definable) => this.#refer(definable, 'input'))
  readonly output = new Description('output', (definable) => this.#refer(definable, 'output'))
  /** Output without the fields that are null: none of these is required. */
  readonly sparse = new Description('output', (definable) => this.#refer(definable, 'sparse'), {
    excludeNone: true,
  })
  readonly #split: Split

  /** `split` contains the models that need several names; {@link settleComponents} finds them. */
  constructor(split: Split) {
    this.#split = split
  }

  /** Returns how the responses of an operation are described. */
  answersOf({ excludeNone }: { readonly excludeNone?: boolean }): Description {
    return excludeNone === true ? this.sparse : this.output
  }

  /** Returns the models whose sides differ, given those already known to differ. */
  differing(): Split {
    const sparse = describedDifferently(this.sparse, this.output)
    const ofSparse = [...describedDifferently(this.sparse, this.input)].filter(
      (definable) => !sparse.has(definable),
    )
    return { directions: new Set([...describedDifferently(this.input, this.output), ...ofSparse]), sparse }
  }

  /**
   * Returns every schema with its name, in the order they were met. A name may occur twice; see `component-names.ts`.
   */
  named(): readonly (readonly [string, JsonSchema])[] {
    return (['input', 'output', 'sparse'] as const).flatMap((side) =>
      [...this[side].definitions].map(
        ([definable, schema]) => [this.#name(definable, side), schema] as const,
      ),
    )
  }

  #refer(definable: Definable, side: Side): string {
    return `#/components/schemas/${this.#name(definable, side)}`
  }

  #name(definable: Definable, side: Side): string {
    if (side === 'sparse' && this.#split.sparse.has(definable)) return `${definable.name}-ExcludeNone`
    if (!this.#split.directions.has(definable)) return definable.name
    return `${definable.name}-${side === 'input' ? 'Input' : 'Output'}`
  }
}

/** Returns the models that both describe, but differently. */
function describedDifferently(one: Description, other: Description): ReadonlySet<Definable> {
  const differs = ([definable, schema]: [Definable, JsonSchema]) =>
    other.definitions.has(definable) &&
    JSON.stringify(schema) !== JSON.stringify(other.definitions.get(definable))
  return new Set([...one.definitions].filter(differs).map(([definable]) => definable))
}

/**
 * Builds repeatedly, splitting more names each time, until every model that differs has names of its own: splitting a
 * child splits its parents. Unless `isSplitting` is set, no name is split.
 */
export function settleComponents<Built>(
  isSplitting: boolean,
  build: (components: Components) => Built,
): { readonly built: Built; readonly components: Components } {
  let split: Split = { directions: new Set(), sparse: new Set() }
  for (;;) {
    const components = new Components(split)
    const built = build(components)
    const found = components.differing()
    const directions = new Set([...split.directions, ...found.directions])
    const sparse = new Set([...split.sparse, ...found.sparse])
    const isSettled = directions.size === split.directions.size && sparse.size === split.sparse.size
    if (!isSplitting || isSettled) return { built, components }
    split = { directions, sparse }
  }
}
