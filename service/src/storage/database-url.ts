import { StorageRefused } from './errors.ts'
import { hostsOf, parameterProblems, type UrlProblem } from './postgres/url-parts.ts'

/** What a `DATABASE_URL` names: a file (or `:memory:`) for SQLite, the whole URL for PostgreSQL. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** Lists all mistakes in the URL of a database; whether the database exists shows only when it is opened. */
export function databaseUrlProblems(url: string): readonly UrlProblem[] {
  if (url !== url.trim()) return [padded]
  if (/^sqlite:~\//.test(url)) return [tilde]
  if (/^sqlite:.*[\r\n]/.test(url)) return [broken]
  if (/^sqlite:(?!\/\/)./.test(url)) return []
  if (!/^postgres(ql)?:\/\//.test(url)) return [unknown]
  return isReadable(url) ? parameterProblems(url) : [unreadable]
}

/** Parses the URL of a database by how it starts; throws `StorageRefused` for a URL with mistakes. */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const problems = databaseUrlProblems(url)
  if (problems.length > 0) throw new StorageRefused(problems.map(problemLine).join('\n'))
  return url.startsWith('sqlite:')
    ? { kind: 'sqlite', path: url.slice('sqlite:'.length) }
    : { kind: 'postgres', url }
}

// None of these repeats the URL, since a password may occur anywhere in it.
const padded: UrlProblem = {
  value: '***',
  reason: 'begins or ends with white space',
  correction: 'the URL without it',
}
const unknown: UrlProblem = {
  value: '***',
  reason: 'should start with sqlite: and a path without //, or with postgres://',
  correction: 'sqlite:./data/postern.db',
}
const tilde: UrlProblem = {
  value: 'sqlite:~/…',
  reason: 'begins its path with ~, which only a shell replaces with your home folder',
  correction: 'sqlite:/home/…, the whole path',
}
const broken: UrlProblem = {
  value: '***',
  reason: 'contains a line break, which the \\n of C:\\new becomes in double quotes',
  correction: 'sqlite:C:/new/…, with a / for each \\, or without the quotes',
}
const unreadable: UrlProblem = {
  value: '***',
  reason: 'is not a PostgreSQL URL',
  correction:
    'postgres://USER:PASSWORD@HOST:PORT/DATABASE, with the special characters of each percent-encoded',
}

function problemLine({ value, reason, correction }: UrlProblem): string {
  return `The database's URL: ${JSON.stringify(value)} ${reason}. Write ${correction}`
}

/**
 * Whether the driver can read the URL, with each of several hosts as that of a URL, and takes no part of the password
 * for a host.
 */
function isReadable(url: string): boolean {
  if (cutPassword.test(url)) return false
  const hosts = hostsOf(url)
  try {
    for (const host of hosts) {
      const { username, password, pathname } = new URL(url.replace(hosts.join(), host))
      decodeURIComponent(username + password + host + pathname)
    }
    return true
  } catch {
    return false
  }
}

// For the driver a password ends at its first slash or question mark and, before several hosts, at its first @: all of
// these must be percent-encoded.
const cutPassword = /^\w+:\/\/(?:[^/?@]*(?:\/[^?]*|[/?][^=]*)@|[^/?@]*@(?=[^/?]*@)[^/?]*,)/
