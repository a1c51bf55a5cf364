import { StorageRefused } from '../errors.ts'
import { tableNames } from '../tables.ts'
import type { Gateway } from './gateway.ts'

const rights = ['select', 'insert', 'update', 'delete']
// Triggers write the counts, with their owner's rights.
const needed = [
  ...tableNames.flatMap((table) => rights.map((right) => ({ table, right }))),
  { table: 'post_counts', right: 'select' },
  { table: 'migrations', right: 'select' },
]

/**
 * Throws `StorageRefused` for a user who lacks a right that the service needs on the existing tables or the sequence of
 * post ids: otherwise this would show only at the first request that needs it.
 */
export async function requireRights(gateway: Gateway): Promise<void> {
  const [found] = await gateway.run(
    (sql) => sql<{ user: string; sequence: string; lacking: string | null }[]>`
      select quote_ident(current_user) as user, sequence, (
        select string_agg("right" || ' on ' || name, ', ')
        from (
          select name, "right"
          from unnest(
            ${needed.map(({ table }) => table)}::text[], ${needed.map(({ right }) => right)}::text[]
          ) as needed (name, "right")
          where not has_table_privilege(to_regclass(name), "right")
          union all
          select sequence, 'usage' where not has_sequence_privilege(sequence, 'usage')
        ) as missing
      ) as lacking
      from (
        select case when to_regclass('posts') is not null then pg_get_serial_sequence('posts', 'id') end as sequence
      ) as numbers`,
  )
  if (!found?.lacking) return
  const { user, sequence, lacking } = found
  throw new StorageRefused(
    `Cannot open ${gateway.where}: ${user} lacks these rights: ${lacking}. As the owner of the tables, run: ` +
      `GRANT ${rights.join(', ')} ON ${tableNames.join(', ')} TO ${user}; GRANT select ON post_counts, migrations TO ${user}; ` +
      `GRANT usage ON SEQUENCE ${sequence} TO ${user}`,
  )
}
