import { StorageRefused } from './errors.ts'

/** The tables of records, referenced ones first, each with its columns and their PostgreSQL types. */
export const tables = {
  users: {
    id: 'bigint',
    username: 'text',
    username_key: 'text',
    email: 'text',
    email_key: 'text',
    website: 'text',
    birth_date: 'text',
    age: 'integer',
    password: 'text',
    created_at: 'timestamptz',
  },
  posts: {
    id: 'bigint',
    author_id: 'bigint',
    priority: 'integer',
    version: 'integer',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    tags: 'jsonb',
    title: 'text',
    content: 'text',
  },
  sessions: {
    token_hash: 'text',
    user_id: 'bigint',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    last_used_at: 'timestamptz',
    user_agent: 'text',
  },
  idempotency_keys: {
    owner: 'bigint',
    status: 'integer',
    created_at: 'timestamptz',
    operation: 'text',
    key: 'text',
    fingerprint: 'text',
    headers: 'text',
    body: 'text',
  },
} as const

export type TableName = keyof typeof tables

/** The names of all tables, in this order. */
export const tableNames = Object.keys(tables) as readonly TableName[]

/** The tables whose ids are never reused. */
export const numberedTables = ['users', 'posts'] as const
export type NumberedTable = (typeof numberedTables)[number]

/** How many records each table holds. */
export type TableCounts = Readonly<Record<TableName, number>>

/** The statement that returns the counts in one row, for SQLite and PostgreSQL. */
export const countsQuery = `select ${tableNames.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`

/** A record: the values of its table's columns in their order, text and times in their stored form. */
export type Row = readonly (string | number | null)[]

/** A consistent snapshot of all records of a database. */
export interface Records {
  readonly counts: TableCounts
  /** The last id assigned in each table, even if its record is gone; 0 for none. */
  readonly lastIds: Readonly<Record<NumberedTable, number>>
  /** Yields the records of a table in batches. */
  batches(table: TableName): AsyncIterable<readonly Row[]>
}

/** Receives the progress of writing records. */
export interface WriteObserver {
  /** Called before the first record is written, and awaited. */
  readonly begin: () => Promise<void>
  /** Called with the size of each batch, as it is written. */
  readonly advance: (written: number) => void
}

/** Access to the records of one database. */
export interface RecordAccess {
  /** Lets `work` read a consistent snapshot of all records. */
  read<Value>(work: (records: Records) => Promise<Value>): Promise<Value>

  /** Brings the schema up to date and writes all records or none; throws `StorageRefused` where the database already holds some. */
  write(records: Records, observer: WriteObserver): Promise<void>
}

/** What messages call the URL of the database that is written to. */
export const otherUrl = 'the other URL'

/** How many records are read and written at once: with the largest bodies, a hundred megabytes. */
export const batchSize = 100

/** Returns the columns of a table in their order. */
export function columnsOf(table: TableName): readonly string[] {
  return Object.keys(tables[table])
}

/** Refuses to write records beside others, which may have the same ids and names. */
export function requireEmpty(counts: TableCounts, where: string): void {
  const held = tableNames.filter((table) => counts[table] > 0)
  if (held.length === 0) return
  const found = held.map((table) => `${counts[table]} ${table.replace('_', ' ')}`).join(', ')
  throw new StorageRefused(`${where} holds records (${found}). Give the URL of an empty database`)
}
