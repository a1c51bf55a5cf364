import type { Gateway } from './gateway.ts'

/**
 * Whether a statement that was prepared on a connection can be used on it later. A pooler that does not support
 * prepared statements (PgBouncer before 1.21, or with `max_prepared_statements = 0`) passes their names on unchanged,
 * and uses another connection to the server for each transaction. That one knows none of the names, and the driver
 * confuses the responses when it prepares a statement again.
 *
 * If the connection's own `statement_timeout` applies, there is no pooler in between. A pooler that supports prepared
 * statements uses names of its own.
 */
export async function keepsStatements(gateway: Gateway): Promise<boolean> {
  return gateway.query(async (sql) => {
    const signs = await sql<{ source: string; names: string | null }[]>`
      select source, (select string_agg(name, ' ') from pg_prepared_statements) as names
      from pg_settings where name = 'statement_timeout'`
    const [sign] = signs
    return sign?.source === 'client' || !sign?.names?.split(' ').includes(signs.statement.name)
  })
}
