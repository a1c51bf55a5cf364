import { type Definable, Description, type Direction, type JsonSchema } from '@postern/model'

/**
 * The named schemas of one document: `Name` where a model looks the same going in and coming out,
 * `Name-Input` and `Name-Output` where it does not (FastAPI's rule).
 */
export class Components {
  readonly input = new Description('input', (definable) => this.#refer(definable, 'input'))
  readonly output = new Description('output', (definable) => this.#refer(definable, 'output'))
  readonly #split: ReadonlySet<Definable>

  /** `split` holds the models that need two names; {@link settleComponents} finds them. */
  constructor(split: ReadonlySet<Definable> = new Set()) {
    this.#split = split
  }

  /** The models whose two sides differ, given those that are known to. */
  differing(): ReadonlySet<Definable> {
    const outputs = this.output.definitions
    const differs = ([definable, schema]: [Definable, JsonSchema]) =>
      outputs.has(definable) && JSON.stringify(schema) !== JSON.stringify(outputs.get(definable))
    return new Set([...this.input.definitions].filter(differs).map(([definable]) => definable))
  }

  /** Every schema with its name, in the order they were met; a name may come twice, see `component-names.ts`. */
  named(): readonly (readonly [string, JsonSchema])[] {
    return (['input', 'output'] as const).flatMap((direction) =>
      [...this[direction].definitions].map(
        ([definable, schema]) => [this.#name(definable, direction), schema] as const,
      ),
    )
  }

  #refer(definable: Definable, direction: Direction): string {
    return `#/components/schemas/${this.#name(definable, direction)}`
  }

  #name(definable: Definable, direction: Direction): string {
    if (!this.#split.has(definable)) return definable.name
    return `${definable.name}-${direction === 'input' ? 'Input' : 'Output'}`
  }
}

/**
 * Builds with ever more split names until every model that differs has two; a child's split splits its parents.
 * Where `isSplitting` is not set, no name is split.
 */
export function settleComponents<Built>(
  isSplitting: boolean,
  build: (components: Components) => Built,
): { readonly built: Built; readonly components: Components } {
  let split: ReadonlySet<Definable> = new Set()
  for (;;) {
    const components = new Components(split)
    const built = build(components)
    const differing = components.differing()
    if (!isSplitting || [...differing].every((definable) => split.has(definable)))
      return { built, components }
    split = new Set([...split, ...differing])
  }
}
