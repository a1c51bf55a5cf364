import type { Environment } from '@postern/contract/cors'

/** Returns the names that look like variables of the service but are not among the `known` ones. */
export function unreadVariables(environment: Environment, known: readonly string[]): readonly string[] {
  return Object.keys(environment).filter((name) => looksOurs.test(name) && !known.includes(name))
}

const looksOurs =
  /^(?:(?:POST|DATABASE|PROHIBITED|METRICS|KEEP_ALIVE|STOP|DRAIN|RATE|TRUST|TRUSTED|MAX)_|ROOT_?PATH|LOG_?LEVEL|DOCUMENTATION)/
