import type { Environment } from '@postern/contract/cors'

/** Names that look like those of the service's variables and are none of the `known` ones. */
export function unreadVariables(environment: Environment, known: readonly string[]): readonly string[] {
  return Object.keys(environment).filter(
    (name) =>
      /^(POST|DATABASE|PROHIBITED|METRICS|KEEP_ALIVE|STOP|DRAIN|RATE|TRUSTED|MAX)_/.test(name) &&
      !known.includes(name),
  )
}
