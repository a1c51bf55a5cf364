/** What is wrong in the URL of a database: the part that is, `***` for all of it, why, and what to write instead. */
export type UrlProblem = { readonly value: string; readonly reason: string; readonly correction: string }

/** The hosts of a PostgreSQL URL with their ports, as they are written there. */
export function hostsOf(url: string): readonly string[] {
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url) ?? []
  return hosts.split(',')
}

/** What stands behind the `?` of a PostgreSQL URL. */
export function parametersOf(url: string): URLSearchParams {
  const [, ...rest] = url.split('?')
  return new URLSearchParams(rest.join('?'))
}

/** The parameters that cannot be meant, by the names that we and the driver know; of all others the server is asked. */
export function parameterProblems(url: string): readonly UrlProblem[] {
  return [...parametersOf(url)].flatMap(([name, value]) => {
    const rule = rules.find((one) => one.name.test(name))
    if (rule === undefined || rule.values?.test(value)) return []
    // What a name stands for that is not known may be a secret.
    const shown = rule.values === undefined ? name : `${name}=${value}`
    return { value: shown, reason: rule.reason, correction: rule.correction }
  })
}

type Rule = {
  readonly name: RegExp
  /** None for a name that is no parameter of ours. */
  readonly values?: RegExp
  readonly reason: string
  readonly correction: string
}

const modes =
  'sslmode=disable (no TLS), sslmode=prefer (TLS where the server takes it), sslmode=require (TLS, with any certificate) ' +
  'or sslmode=verify-full (TLS, with a certificate of that host from an authority that Node or NODE_EXTRA_CA_CERTS knows)'

// The driver would take a word that it does not know for verify-full, and a misspelt name for a setting of the server. The
// first rule of a name holds.
const rules: readonly Rule[] = [
  {
    name: /^max$/,
    values: /^([1-9]\d{0,2}|1000)$/,
    reason: 'is no number of connections from 1 to 1000',
    correction: 'max=10, or the URL without it',
  },
  {
    name: /^sslmode$/,
    values: /^(disable|allow|prefer|require|verify-ca|verify-full)$/,
    reason: 'is no way to protect connections',
    correction: modes,
  },
  { name: /^ssl/i, reason: 'is not read', correction: modes },
  {
    name: /^(connect_timeout|idle_timeout|max_lifetime|max_pipeline|backoff|keep_alive|prepare|debug|fetch_types|publications)$/,
    reason: 'is not read',
    correction: 'the URL without it',
  },
]
