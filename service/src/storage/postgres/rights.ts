import { StorageRefused } from '../errors.ts'
import type { Gateway } from './gateway.ts'

const tables = ['users', 'posts', 'sessions', 'idempotency_keys']
const rights = ['select', 'insert', 'update', 'delete']

/** Refuses a user who may not do all that is asked of the tables: it would show at the first request that asks it. */
export async function requireRights(gateway: Gateway): Promise<void> {
  const missing = await gateway.run(
    (sql) => sql<{ user: string; name: string; right: string }[]>`
      select current_user as user, name, "right"
      from unnest(${tables}::text[]) as name, unnest(${rights}::text[]) as "right"
      where not has_table_privilege(name, "right")`,
  )
  const [first] = missing
  if (first === undefined) return
  const lacking = missing.map(({ name, right }) => `${right} on ${name}`).join(', ')
  throw new StorageRefused(
    `Cannot open ${gateway.where}: ${first.user} has no right to ${lacking}. ` +
      `As the tables' owner: GRANT ${rights.join(', ')} ON ${tables.join(', ')} TO ${first.user}`,
  )
}
