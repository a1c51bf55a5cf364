import { callCode, MAX_DEPTH } from '../compile/called-code.ts'
import type { Code } from '../compile/code.ts'
import { once } from '../compile/once.ts'
import { DeclarationError } from '../issues/declaration-error.ts'
import { type AnyStep, defineKind } from './define.ts'
import type { InputOf, IsOptional, KnownOptions, OutputOf } from './inference.ts'
import {
  type FieldOptions,
  isKindLike,
  type Kind,
  type KindClass,
  type KindLike,
  kindOf,
  type Mask,
  takesText,
} from './kind.ts'
import { labelOf } from './label.ts'
import { hide, holdsSecret, maskInput } from './mask.ts'
import { projectKind } from './projection.ts'
import { mistakesOf } from './review/mistakes.ts'
import type { Step } from './step.ts'

/** The type that a model gives or takes: the stated type, else that of its class. */
type StatedOr<Stated, Inferred> = [Stated] extends [never] ? Inferred : NoInfer<Stated>
type DeclaredOutput<Declared> = Declared extends KindLike ? OutputOf<Declared> : unknown
type DeclaredInput<Declared> = Declared extends KindLike ? InputOf<Declared> : unknown

/**
 * A model as a field with options of its own: `nested(() => Author, { alias: 'by' })`. A model that is still being
 * declared must state its output type, which cannot be inferred yet:
 * `replies: list(nested<Comment>((): unknown => Comment))`. The same is true of a `discriminated` with such a model
 * among its members.
 */
export function nested<
  Out = never,
  In = never,
  Declared = unknown,
  const Options extends KnownOptions<
    FieldOptions<StatedOr<Out, DeclaredOutput<Declared>>>,
    Options
  > = FieldOptions<StatedOr<Out, DeclaredOutput<Declared>>>,
>(
  model: () => Declared,
  options?: Options,
  ...steps: Step<StatedOr<Out, DeclaredOutput<Declared>>>[]
): Kind<StatedOr<Out, DeclaredOutput<Declared>>, StatedOr<In, DeclaredInput<Declared>>, IsOptional<Options>>
export function nested(model: () => unknown, options?: FieldOptions, ...steps: AnyStep[]): Kind {
  const kind = once(() => kindOfModel(model()))
  const accept = (code: Code): string => kind().accept('value', code)
  const write = (code: Code): string => kind().write('value', code)
  const project = (code: Code): string => projectKind(kind(), 'value', code)
  return defineKind({
    name: 'nested',
    options,
    steps,
    mistakes: isFunction(model)
      ? []
      : ['nested() takes a function that returns the model; write nested(() => A)'],
    label: () => labelOf(kind()),
    isOwn: (value) => kind().isOwn?.(value) === true,
    takesText: (alone) => takesText(kind(), alone),

    convert(input, state) {
      if (state.depth >= MAX_DEPTH) return state.refuse(kind(), 'recursion_loop', input)
      state.depth++
      if (state.depth > state.deepest) state.deepest = state.depth
      const value = kind().convert(input, state)
      state.depth--
      return value
    },

    accept: (value, code) => callCode(value, code, accept),
    serialize: (value, exclusions) => kind().serialize(value, exclusions),
    write: (value, code) => callCode(value, code, write),
    project: (value, code) => callCode(value, code, project),
    describe: (description) => kind().describe(description),
    mask: bounded((input, shown) => maskInput(kind(), input, shown)),
    isSecretive: (visited) => holdsSecret(kind(), visited),
    dropped: (value) => kind().dropped?.(value) ?? [],
  })
}

/** Untyped code may give the model itself, which is a class. */
function isFunction(model: unknown): boolean {
  return typeof model === 'function' && !isKindLike(model)
}

function kindOfModel(model: unknown): Kind {
  if (typeof model === 'function') return kindOf(model as KindClass)
  if (!isKindLike(model) || kindOf(model).name !== 'discriminated') throw new TypeError(NO_MODEL)
  const kind = kindOf(model)
  const mistakes = [...mistakesOf(kind), ...(kind.hasSteps === true ? [MISPLACED_STEPS] : [])]
  if (mistakes.length > 0) throw new DeclarationError(kind.name, mistakes)
  return kind
}

const NO_MODEL = 'nested() takes a function that returns a model class, or a discriminated()'
// Whether a kind has validators must be known before its models are declared.
const MISPLACED_STEPS = 'a discriminated() within nested() has validators; give them to nested()'

// An input may be deeper than the stack. What cannot be masked is hidden.
function bounded(mask: Mask): Mask {
  let depth = 0
  return (input, shown) => {
    if (depth >= MAX_DEPTH) return hide(input)
    depth++
    try {
      return mask(input, shown)
    } finally {
      depth--
    }
  }
}
