import { type Definable, Description, type JsonSchema } from '@postern/model'

/** Where a model is used: in what comes in, in what goes out, or in what goes out without the fields that are null. */
type Side = 'input' | 'output' | 'sparse'

/** The models whose sides differ. */
export interface Split {
  /** Those that go in otherwise than they come out. */
  readonly directions: ReadonlySet<Definable>
  /** Those that come out with fewer fields where nulls are left out, and otherwise elsewhere. */
  readonly sparse: ReadonlySet<Definable>
}

/**
 * The named schemas of one document: `Name` where a model looks the same going in and coming out,
 * `Name-Input` and `Name-Output` where it does not (FastAPI's rule), and `Name-ExcludeNone` beside another output.
 */
export class Components {
  readonly input = new Description('input', (definable) => this.#refer(definable, 'input'))
  readonly output = new Description('output', (definable) => this.#refer(definable, 'output'))
  /** What goes out without the fields that are null: none of these is required. */
  readonly sparse = new Description('output', (definable) => this.#refer(definable, 'sparse'), {
    excludeNone: true,
  })
  readonly #split: Split

  /** `split` holds the models that need several names; {@link settleComponents} finds them. */
  constructor(split: Split = { directions: new Set(), sparse: new Set() }) {
    this.#split = split
  }

  /** How answers of an operation are described. */
  answersOf({ excludeNone }: { readonly excludeNone?: boolean }): Description {
    return excludeNone === true ? this.sparse : this.output
  }

  /** The models whose sides differ, given those that are known to. */
  differing(): Split {
    const sparse = differing(this.sparse, this.output)
    const ofSparse = [...differing(this.sparse, this.input)].filter((definable) => !sparse.has(definable))
    return { directions: new Set([...differing(this.input, this.output), ...ofSparse]), sparse }
  }

  /** Every schema with its name, in the order they were met; a name may come twice, see `component-names.ts`. */
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

/** The models that both describe, and not alike. */
function differing(one: Description, other: Description): ReadonlySet<Definable> {
  const differs = ([definable, schema]: [Definable, JsonSchema]) =>
    other.definitions.has(definable) &&
    JSON.stringify(schema) !== JSON.stringify(other.definitions.get(definable))
  return new Set([...one.definitions].filter(differs).map(([definable]) => definable))
}

/**
 * Builds with ever more split names until every model that differs has its own; a child's split splits its parents.
 * Where `isSplitting` is not set, no name is split.
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
