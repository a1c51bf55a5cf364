import type { ByStatus } from '../status.ts'

/** Answers that are declared beneath those of a declaration: without what its own take the place of, whether their keys are numbers or,
 *  spread, texts; by types that declaration files can name. */
export type AnswersBeneath<D, Key extends 'errors' | 'responses', Shared> =
  D extends Readonly<Record<Key, infer Own>>
    ? { readonly [K in Key]: Omit<Shared, keyof ByStatus<Own> | `${keyof ByStatus<Own>}`> }
    : { readonly [K in Key]: Shared }
