import type { Gateway } from './gateway.ts'

/**
 * Whether what is prepared on a connection can be asked for on it later. A pooler that knows nothing of prepared statements
 * (PgBouncer before 1.21, or with `max_prepared_statements = 0`) passes their names on as they are, and gives a connection
 * another server's for each transaction: it would know none of them, and the driver confuses the answers when it prepares
 * one anew. Where the connection's own `statement_timeout` holds there is none between; another pooler has names of its own.
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
