/** A mistake in the URL of a database: the part that is wrong (`***`: all of it), why, and what to write instead. */
export type UrlProblem = { readonly value: string; readonly reason: string; readonly correction: string }

/** Returns the hosts of a PostgreSQL URL with their ports, as they are written there. */
export function hostsOf(url: string): readonly string[] {
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url) ?? []
  return hosts.split(',')
}

/** Returns the parameters after the `?` of a PostgreSQL URL. */
export function parametersOf(url: string): URLSearchParams {
  const [, ...rest] = url.split('?')
  return new URLSearchParams(rest.join('?'))
}

/** Lists parameters that cannot be right, by the names that we and the driver know; the server judges the others. */
export function parameterProblems(url: string): readonly UrlProblem[] {
  return [...parametersOf(url)].flatMap(([name, value]) => {
    const rule = rules.find((one) => one.name.test(name))
    if (rule === undefined || rule.values?.test(value)) return []
    // The value of an unknown name may be a secret.
    const shown = rule.values === undefined ? name : `${name}=${value}`
    return { value: shown, reason: rule.reason, correction: rule.correction }
  })
}

type Rule = {
  readonly name: RegExp
  /** Undefined for a name that is not one of our parameters. */
  readonly values?: RegExp
  readonly reason: string
  readonly correction: string
}

const modes =
  'sslmode=disable (no TLS), sslmode=prefer (TLS where the server supports it), sslmode=require (TLS, with any certificate) ' +
  'or sslmode=verify-full (TLS, with a certificate for that host from an authority that Node or NODE_EXTRA_CA_CERTS knows)'

// The driver would treat an unknown word as verify-full, and a misspelt name as a setting of the server. The first rule
// that matches a name applies.
const rules: readonly Rule[] = [
  {
    name: /^max$/,
    values: /^([1-9]\d{0,2}|1000)$/,
    reason: 'is not a number of connections from 1 to 1000',
    correction: 'max=10, or the URL without it',
  },
  {
    name: /^sslmode$/,
    values: /^(disable|allow|prefer|require|verify-ca|verify-full)$/,
    reason: 'is not a known mode',
    correction: modes,
  },
  { name: /^ssl/i, reason: 'is not read', correction: modes },
  {
    name: /^(connect_timeout|idle_timeout|max_lifetime|max_pipeline|backoff|keep_alive|prepare|debug|fetch_types|publications)$/,
    reason: 'is not read',
    correction: 'the URL without it',
  },
]
