import { Code, type Compiled } from '../compile/code.ts'
import { INVALID } from '../issues/result.ts'
import { defineKind } from './define.ts'
import type { IsOptional } from './inference.ts'
import { type FieldOptions, KIND, type Kind } from './kind.ts'
import { labelOf } from './label.ts'
import { hide, isSecretive, maskInput } from './mask.ts'
import { projectKind } from './projection.ts'
import type { Step } from './step.ts'

/** How many models may be open within each other through `nested`; deeper data is refused as a `recursion_loop`. */
const MAX_DEPTH = 255

/** A model as a field with options of its own, or one that is being declared: `replies: list(nested(() => Comment))`. */
export function nested<Out = unknown, In = unknown, const Options extends FieldOptions = FieldOptions>(
  model: () => unknown,
  options?: Options,
  ...steps: Step<Out>[]
): Kind<Out, In, IsOptional<Options>> {
  let resolved: Kind<Out, In> | undefined
  const kind = (): Kind<Out, In> => {
    resolved ??= kindOfModel<Out, In>(model())
    return resolved
  }
  const accept = (code: Code): string => kind().accept('value', code)
  const write = (code: Code): string => kind().write('value', code)
  const project = (code: Code): string => projectKind(kind(), 'value', code)
  return defineKind<Out, In, IsOptional<Options>>({
    name: 'nested',
    options: options ?? {},
    steps,
    label: () => labelOf(kind()),

    convert(input, state) {
      if (state.depth >= MAX_DEPTH) return state.refuse(kind(), 'recursion_loop', input)
      state.depth++
      const value = kind().convert(input, state)
      state.depth--
      return value
    },

    accept: (value, code) => call(value, code, accept),
    serialize: (value) => kind().serialize(value),
    write: (value, code) => call(value, code, write),
    project: (value, code) => call(value, code, project),
    describe: (description) => kind().describe(description),
    mask: bounded((input) => maskInput(kind(), input)),
    isSecretive: onceAtATime(() => isSecretive(kind())),
    dropped: (value) => kind().dropped?.(value) ?? [],
  })
}

function kindOfModel<Out, In>(model: unknown): Kind<Out, In> {
  const kind = typeof model === 'function' ? Reflect.get(model, KIND) : undefined
  if (kind === undefined) throw new TypeError('nested() takes a function that answers a model class')
  return kind as Kind<Out, In>
}

// A model that holds itself would ask itself for ever; what is being asked adds nothing to the answer.
function onceAtATime(ask: () => boolean): () => boolean {
  let isAsked = false
  return () => {
    if (isAsked) return false
    isAsked = true
    try {
      return ask()
    } finally {
      isAsked = false
    }
  }
}

// An input may be deeper than the stack; what cannot be looked through is not shown.
function bounded(mask: (input: unknown) => unknown): (input: unknown) => unknown {
  let depth = 0
  return (input) => {
    if (depth >= MAX_DEPTH) return hide(input)
    depth++
    try {
      return mask(input)
    } finally {
      depth--
    }
  }
}

function call(value: string, code: Code, body: (code: Code) => string): string {
  const { functions } = code.session
  const compiled = functions.get(body) ?? compileLater(code, body)
  functions.set(body, compiled)
  const result = code.local(`${code.constant(compiled)}(${value})`)
  code.require(`${result} !== INVALID`)
  return result
}

/** Compiled at the first call, when every model is declared. */
function compileLater({ options, session }: Code, body: (code: Code) => string): Compiled {
  let compiled: Compiled | undefined
  return (value) => {
    if (session.depth >= MAX_DEPTH) return INVALID
    compiled ??= compile(new Code(options, session), body)
    session.depth++
    try {
      return compiled(value)
    } finally {
      session.depth--
    }
  }
}

function compile(code: Code, body: (code: Code) => string): Compiled {
  return code.build(body(code)) ?? (() => INVALID)
}
