import { messageOf } from '../../message-of.ts'
import { StorageRefused, StorageUnavailable } from '../errors.ts'

// Codes of sockets, of address lookups and of the driver, then SQLSTATE: connections (08), resources (53), shutdown and
// start (57P), the system (58), conflicts that a retry resolves (40), a server that takes no writes (25006), statements
// that took too long or waited too long for a lock (57014, 55P03).
const passing =
  /^(E(AI_)?[A-Z]{3,}|CONNECT(ION)?_[A-Z]+|08\w{3}|53\w{3}|57P\w{2}|58\w{3}|40\w{3}|25006|57014|55P03)$/
// Codes of Node's TLS and of the driver for a server that is not trusted: its certificate is from an unknown authority,
// for another host or not valid at this time, no version of TLS suits both sides, or the server does not know the
// password itself.
const disbelieved =
  /^ERR_(SSL|TLS)_|^UNABLE_TO_|CERT|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^SASL_SIGNATURE_MISMATCH$/
const credentials = 'Correct the user and the password in DATABASE_URL, or allow this user to connect'
const advice: readonly [code: RegExp, advice: string][] = [
  [
    /^28000$/,
    `${credentials} (pg_hba.conf). If the server accepts TLS alone, set sslmode=verify-full in DATABASE_URL`,
  ],
  [/^28/, `${credentials} (pg_hba.conf)`],
  [/^3D000$/, 'Create the database, or correct its name in DATABASE_URL'],
  [
    /^42501$/,
    'Grant the user that right (CREATE on the schema to migrate, SELECT on a table to read it), or use another user',
  ],
  [
    /^3F000$/,
    'Create a schema named in search_path and let the user use it (GRANT usage ON SCHEMA), or correct search_path',
  ],
  [
    /^(42704|55P02|22023)$/,
    'Remove it from DATABASE_URL, or correct it: after the ? come sslmode, max and what a connection may set',
  ],
  [/^42P0[67]$|^42710$/, 'Another program uses these names: give the service a database of its own'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)\w+)$/,
    'Set NODE_EXTRA_CA_CERTS=/path/ca.pem in the environment, the file of the authority that signed its certificate; ' +
      'sslmode=require would accept any certificate',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'Write the host in DATABASE_URL as its certificate names it'],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    'Renew the certificate of the server, or correct the clock of this machine',
  ],
]

const readOnly = /takes no writes|^25006$/

// The advice for a server that cannot serve now, found by the code of the failure or by a message of Node or this
// program: the server's own messages may be in any language.
const serverAdvice: readonly [sign: RegExp, advice: string][] = [
  [
    /before secure TLS connection/,
    'The server does not support TLS, which sslmode requires: enable it there (ssl = on), or set sslmode=disable in DATABASE_URL',
  ],
  [
    readOnly,
    'It is a standby, or set read-only (default_transaction_read_only): in DATABASE_URL, name the host that takes writes',
  ],
  [
    /^55P03$/,
    'Another transaction, such as a pg_dump, holds a lock on a table that has to be changed: start again when it has ' +
      'ended (pg_stat_activity shows it)',
  ],
  [
    /^53300$|no more connections allowed/,
    'Allow more connections (max_connections, the CONNECTION LIMIT of the role, or max_client_conn of a pooler), or let ' +
      'each process use fewer: max=5 after the ? of its DATABASE_URL',
  ],
]

// PgBouncer reports everything that it refuses as a protocol violation (08P01): only its message shows what it would
// always refuse.
const poolerAdvice: readonly [words: RegExp, advice: string][] = [
  [
    /^unsupported startup parameter: statement_timeout/,
    'Let the pooler ignore it: ignore_startup_parameters = statement_timeout in pgbouncer.ini; ' +
      "and set it on the server: ALTER ROLE name SET statement_timeout = '10s'",
  ],
  [
    /^unsupported startup parameter/,
    'Remove it from DATABASE_URL, and set it on the server: ALTER ROLE name SET parameter = value',
  ],
  [/^SASL authentication failed|^no such user/, `${credentials} (auth_file or auth_query of the pooler)`],
]

/** Whether the failure concerns the database as a whole, and not what the statement asked for. */
export function mayPass(error: unknown): boolean {
  return isPassing(error) || endsConnection(error) || isTakenAway(error)
}

/** Whether the failure may pass without anyone acting. */
export function isPassing(error: unknown): boolean {
  return error instanceof StorageUnavailable || passing.test(findCode(error) ?? '')
}

/** Whether the server takes no writes, or none on the connection that was used. */
export function isReadOnly(error: unknown): boolean {
  return readOnly.test(findCode(error) ?? describeError(error))
}

/** Whether the server refused the statement because the user lacks a right. */
export function lacksRight(error: unknown): error is Error {
  return findCode(error) === '42501'
}

/** Whether a right or a table is missing: both existed at the start, and may again, as when a backup is restored. */
function isTakenAway(error: unknown): boolean {
  return /^(42501|42P01)$/.test(findCode(error) ?? '')
}

// The server reports ERROR for what a statement asked for. With FATAL it ends a connection or refuses one: the password
// was changed, the database renamed, an administrator's limit reached. No connection is made to an untrusted server.
function endsConnection(error: unknown): boolean {
  if (disbelieved.test(findCode(error) ?? '')) return true
  return error instanceof Error && 'severity' in error && /^(FATAL|PANIC)$/.test(String(error.severity))
}

/** Whether the server, or a pooler, refused the connection that the statement waited for, because there are too many. */
export function isTooManyConnections(error: unknown): boolean {
  if (findCode(error) === '08P01') return /^no more connections allowed/.test(describeError(error))
  return findCode(error) === '53300' && endsConnection(error)
}

/** Returns the error for a failed statement: `StorageUnavailable` where trying again later may help. */
export function statementFailure(error: unknown, where: string): unknown {
  if (!mayPass(error)) return error
  const help = endsConnection(error) ? findAdvice(error) : undefined
  const words = nameOnce(error, where)
  return new StorageUnavailable(help === undefined ? words : `${words}. ${help}`, { cause: error })
}

/** Returns the error for a database that could not be opened. */
export function openFailure(error: unknown, where: string): unknown {
  const words = describeError(error)
  const [, lasting] = poolerAdvice.find(([pattern]) => pattern.test(words)) ?? []
  if (lasting === undefined && isPassing(error)) return withServerAdvice(error, where)
  if (findCode(error) === undefined) return error
  const help = lasting ?? findAdvice(error) ?? 'See the log of the server'
  return new StorageRefused(`Cannot open ${where}: ${words}. ${help}`, { cause: error })
}

function withServerAdvice(error: unknown, where: string): StorageUnavailable {
  const words = nameOnce(error, where)
  const [, help = 'Check that the server is running, and that DATABASE_URL names its host and port'] =
    serverAdvice.find(([sign]) => sign.test(words) || sign.test(findCode(error) ?? '')) ?? []
  return new StorageUnavailable(`${words}. ${help}`, { cause: error })
}

const connecting = 'Let the user connect: GRANT connect ON DATABASE name TO user'

const withoutCertificate =
  'The service sends no client certificate: let this user connect without one (in pg_hba.conf, scram-sha-256 without ' +
  'clientcert), or connect through a PgBouncer that sends one (server_tls_cert_file)'

function findAdvice(error: unknown): string | undefined {
  if (lacksRight(error) && endsConnection(error)) return connecting
  const code = findCode(error) ?? ''
  // The code is that of a wrong user as well. In other languages, the message itself has to do.
  if (code === '28000' && /client certificate/.test(describeError(error))) return withoutCertificate
  return advice.find(([pattern]) => pattern.test(code))?.[1]
}

// A statement's error already names the database.
function nameOnce(error: unknown, where: string): string {
  const words = describeError(error)
  return words.startsWith(`${where}: `) ? words : `${where}: ${words}`
}

/** Returns the message of an error, or those of all that it combines: Node's for a host's addresses has none itself. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ')
  return messageOf(error)
}

function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
