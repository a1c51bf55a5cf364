import { StorageRefused } from '../errors.ts'
import type { Gateway } from './gateway.ts'

/**
 * Throws `StorageRefused` where the URL, the server or a pooler in front of it gives connections one of these settings:
 *
 * - Statements may run longer than `patience`, in milliseconds: one locked record would cost all callers their
 *   connections, and a write that was given up could still be done.
 * - `array_nulls` is off, as before PostgreSQL 8.2: a missing value of a post would be the string NULL, not a number.
 * - `synchronous_commit` is off: the server reports a commit as done before it is on disk.
 * - `fsync` is off: the server waits for no disk. This is accepted if commits wait for the disk of a standby.
 */
export async function requireSettings(gateway: Gateway, patience: number): Promise<void> {
  const [given] = await gateway.query(
    (sql) => sql<GivenSettings[]>`
      select quote_ident(current_user) as user, current_setting(name) as timeout, setting as milliseconds,
        current_setting('array_nulls') as nulls, current_setting('synchronous_commit') as commits,
        current_setting('fsync') as flushes, current_setting('synchronous_standby_names') as standbys
      from pg_settings where name = 'statement_timeout'`,
  )
  const fault = given && (timeoutFault(given, patience) ?? switchFault(given) ?? flushFault(given))
  if (fault !== undefined) throw new StorageRefused(`Cannot open ${gateway.where}: ${fault}`)
}

type GivenSettings = {
  readonly user: string
  readonly timeout: string
  readonly milliseconds: string
  readonly nulls: string
  readonly commits: string
  readonly flushes: string
  readonly standbys: string
}

function timeoutFault(given: GivenSettings, patience: number): string | undefined {
  const milliseconds = Number(given.milliseconds)
  if (milliseconds > 0 && milliseconds <= patience) return undefined
  const held = milliseconds === 0 ? 'never time out' : `time out only after ${given.timeout}`
  return (
    `its statements ${held}, because a pooler in front of it drops statement_timeout or DATABASE_URL sets it. ` +
    `Remove it from DATABASE_URL; behind a pooler, set it on the server: ` +
    `ALTER ROLE ${given.user} SET statement_timeout = '${patience}ms', and let the pooler reconnect`
  )
}

function switchFault({ user, nulls, commits }: GivenSettings): string | undefined {
  if (nulls === 'off') return switchedOff('array_nulls', 'no post could be stored', user)
  if (commits === 'off') return switchedOff('synchronous_commit', 'acknowledged writes could be lost', user)
  return undefined
}

function switchedOff(name: string, outcome: string, user: string): string {
  return (
    `${name} is off, so ${outcome}. Remove it from DATABASE_URL, ` +
    `or set it on the server: ALTER ROLE ${user} SET ${name} = on`
  )
}

/** Providers that store commits elsewhere turn `fsync` off: such a server waits for a standby of theirs. */
function flushFault({ flushes, standbys, commits }: GivenSettings): string | undefined {
  const waitsForStandby = standbys !== '' && /^(on|remote_apply)$/.test(commits)
  if (flushes === 'on' || waitsForStandby) return undefined
  return (
    'fsync is off, so acknowledged writes could be lost. Set fsync = on in the configuration of the server, or in the ' +
    'command that starts it; then restart it, and run sync on its machine'
  )
}
