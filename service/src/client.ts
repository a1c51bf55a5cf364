import { type Client, type ClientOptions, createClient } from '@postern/contract/client'
import { createContract } from './contract.ts'
import {
  type PostResponses,
  type PostRules,
  postResponses,
  postRules,
  usualResponse,
  usualRules,
} from './posts/models.ts'

/** Options of {@link createPosternClient}: those of every client, plus settings of the installation. */
export interface PosternClientOptions<Validated extends boolean = boolean>
  extends Omit<ClientOptions<Validated, 'fastapi'>, 'errors'> {
  /** Its `POST_RULES`. Default `custom`, as there; `tags` and `priority` are sent only under `example`. */
  readonly rules?: PostRules
  /** Its `POST_RESPONSE`. Default `full`, as there; it matters only where `validate` checks responses against their models. */
  readonly response?: PostResponses
}

/** The functions of {@link createPosternClient}, one for each operation of the service. */
export type PosternClient<Validated extends boolean = false> = Client<
  ReturnType<typeof createContract<'response'>>['routes'],
  Validated
>

/**
 * Creates a typed client of the service for pages and programs, without any server code. It has a function for each
 * operation, named as in the document. It is for installations that store posts (`POST_BINDING=response`, the default).
 * Throws a TypeError for unknown options and for a `baseUrl` that is not a URL.
 */
export function createPosternClient<const Validated extends boolean = false>(
  options: PosternClientOptions<Validated>,
): PosternClient<Validated> {
  const { rules = usualRules, response = usualResponse, ...rest } = options
  requireChoice('rules', rules, postRules)
  requireChoice('response', response, postResponses)
  // Where a precondition is required, its refusal is one more possible response; elsewhere it never occurs.
  const choices = { rules, response, binding: 'response', ifMatch: 'required', prohibitedWords: [] } as const
  return createClient(createContract(choices), rest)
}

function requireChoice(name: string, given: string, choices: readonly string[]): void {
  if (choices.includes(given)) return
  throw new TypeError(`${name} is ${JSON.stringify(given)}; write one of ${choices.join(', ')}`)
}
