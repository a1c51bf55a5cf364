import type { ByStatus } from '../status.ts'

/**
 * The shared responses that a declaration does not replace by its own, whether the keys of these are numbers or, after
 * spreading, strings. The types can be named in declaration files.
 */
export type AnswersBeneath<D, Key extends 'errors' | 'responses', Shared> =
  D extends Readonly<Record<Key, infer Own>>
    ? { readonly [K in Key]: Omit<Shared, keyof ByStatus<Own> | `${keyof ByStatus<Own>}`> }
    : { readonly [K in Key]: Shared }
