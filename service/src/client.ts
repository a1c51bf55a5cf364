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

/** Options of {@link createPosternClient}: those of every client, and what the installation was started with. */
export interface PosternClientOptions<Validated extends boolean = boolean>
  extends Omit<ClientOptions<Validated, 'fastapi'>, 'errors'> {
  /** Its `POST_RULES`. Default `custom`, as there; only under `example` are `tags` and `priority` sent. */
  readonly rules?: PostRules
  /** Its `POST_RESPONSE`. Default `full`, as there; it counts where `validate` holds answers against their models. */
  readonly response?: PostResponses
}

/** The functions of {@link createPosternClient}, one for each operation of the service. */
export type PosternClient<Validated extends boolean = false> = Client<
  ReturnType<typeof createContract<'response'>>['routes'],
  Validated
>

/**
 * Creates a typed client of the service, for pages and programs: a function for each operation, under the name that the
 * document gives it, with nothing of the server in it. It is for installations that store what is posted
 * (`POST_BINDING=response`, the default). Throws a TypeError for options that it does not have, and for a `baseUrl` that is no URL.
 */
export function createPosternClient<const Validated extends boolean = false>(
  options: PosternClientOptions<Validated>,
): PosternClient<Validated> {
  const { rules = usualRules, response = usualResponse, ...rest } = options
  requireChoice('rules', rules, postRules)
  requireChoice('response', response, postResponses)
  // Where a precondition is required, its refusal is one more answer; elsewhere it never comes.
  const choices = { rules, response, binding: 'response', ifMatch: 'required', prohibitedWords: [] } as const
  return createClient(createContract(choices), rest)
}

function requireChoice(name: string, given: string, choices: readonly string[]): void {
  if (choices.includes(given)) return
  throw new TypeError(`${name} is ${JSON.stringify(given)}; give one of ${choices.join(', ')}`)
}
