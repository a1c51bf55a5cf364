import { StorageRefused } from '../errors.ts'
import { columnsOf, tableNames } from '../tables.ts'
import type { Gateway } from './gateway.ts'

const needed = [
  ...tableNames.flatMap((table) => columnsOf(table).map((column) => ({ table, column }))),
  { table: 'post_counts', column: 'total' },
]

/**
 * Throws `StorageRefused` where the name of a table leads to one without the columns that were migrated, as when another
 * program has a table of that name in an earlier schema of `search_path`: otherwise the first request would be a 500.
 */
export async function requireOwnTables(gateway: Gateway): Promise<void> {
  const [found] = await gateway.run(
    (sql) => sql<{ table: string; missing: string }[]>`
      select format('%I.%I', nspname, relname) as table, string_agg("column", ', ' order by number) as missing
      from unnest(
        ${needed.map(({ table }) => table)}::text[], ${needed.map(({ column }) => column)}::text[]
      ) with ordinality as needed (name, "column", number)
      join pg_class on pg_class.oid = to_regclass(name) join pg_namespace on pg_namespace.oid = relnamespace
      where not exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = "column" and not attisdropped
      )
      group by 1 order by 1`,
  )
  if (found === undefined) return
  throw new StorageRefused(
    `Cannot open ${gateway.where}: the table ${found.table} is not the service's, because it has no columns ` +
      `${found.missing}. Let search_path name the schema of the service before that of another program, ` +
      'or give the URL of another database',
  )
}
