import { nullable, string } from '@postern/model'
import { isNamed } from '../named-object.ts'
import type { AnswersBeneath } from './answers-beneath.ts'
import { isKindLike } from './fields.ts'
import { type Concurrency, type Declaration, isUnsafe, type Method } from './operation.ts'

const CONDITIONS = {
  if_match: nullable(string(), {
    default: null,
    description: 'Entity tags: the resource must be in one of these states; `*` is any',
  }),
  if_none_match: nullable(string(), {
    default: null,
    description: 'Entity tags: the resource must be in none of these states; `*` is any',
  }),
} as const
const TAGGED = { ETag: 'Identifies this state, for If-Match and If-None-Match (RFC 9110 §8.8.3)' } as const
const UNCHANGED = { 304: 'The resource is in a state that If-None-Match names' } as const
const FAILED = { 412: 'The resource is not in the state that the request requires; read it again' } as const
const MISSING = { 428: 'Send If-Match with the ETag that you have read' } as const

/** A declaration with what conditional requests add to it. What it declares itself takes precedence. */
export type Concurrent<D, M extends Method> = D extends {
  readonly concurrency: infer Choice extends Concurrency
}
  ? D &
      HeadersBeneath<D> &
      AnswersBeneath<
        D,
        'errors',
        'required' extends Choice ? typeof FAILED & typeof MISSING : typeof FAILED
      > &
      (M extends 'GET' ? AnswersBeneath<D, 'responses', typeof UNCHANGED> : unknown)
  : D

type HeadersBeneath<D> = D extends { readonly headers: infer Own }
  ? { readonly headers: Omit<typeof CONDITIONS, keyof Own> }
  : { readonly headers: typeof CONDITIONS }

/** Adds to a declaration with `concurrency` what conditional requests send and receive. */
export function withConcurrency(method: Method, declaration: Declaration): Declaration {
  const { concurrency, headers = {}, responses, errors, responseHeaders } = declaration
  // A model as `headers` is reported as a mistake.
  if (concurrency === undefined || !isNamed(headers) || isKindLike(headers)) return declaration
  const isRead = !isUnsafe(method)
  return {
    ...declaration,
    headers: { ...CONDITIONS, ...headers },
    ...(isRead && { responses: { ...UNCHANGED, ...responses } }),
    errors: { ...FAILED, ...(concurrency === 'required' && MISSING), ...errors },
    responseHeaders: {
      ...(method !== 'DELETE' && TAGGED),
      ...(isRead && { 304: TAGGED }),
      ...responseHeaders,
    },
  }
}
