import { StorageRefused } from './errors.ts'

/** The tables of records, those that others refer to first, each with its columns, and how PostgreSQL types them. */
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

/** The name of a table of records. */
export type TableName = keyof typeof tables

/** The names of all of them, in their order. */
export const tableNames = Object.keys(tables) as readonly TableName[]

/** The tables whose ids are never given again. */
export const numberedTables = ['users', 'posts'] as const
export type NumberedTable = (typeof numberedTables)[number]

/** How many records each table holds. */
export type TableCounts = Readonly<Record<TableName, number>>

/** The statement that answers them in one row, of SQLite and of PostgreSQL. */
export const countsQuery = `select ${tableNames.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`

/** A record: the values of its table's columns in their order, texts and times in their stored form. */
export type Row = readonly (string | number | null)[]

/** All records of a database as of one moment. */
export interface Records {
  readonly counts: TableCounts
  /** The last id that was given in each table, to a record that may be gone; 0 for none. */
  readonly lastIds: Readonly<Record<NumberedTable, number>>
  /** The records of a table, some at once. */
  batches(table: TableName): AsyncIterable<readonly Row[]>
}

/** Who is told of records that are written. */
export interface WriteObserver {
  /** Told when the first is about to be written, and waited for. */
  readonly begin: () => Promise<void>
  /** Told of each batch, as it is written, how many it holds. */
  readonly advance: (written: number) => void
}

/** The way to the records of one database. */
export interface RecordAccess {
  /** Lets `work` read all of them, as of one moment. */
  read<Value>(work: (records: Records) => Promise<Value>): Promise<Value>

  /** Brings the schema up to date and writes all records or none; throws `StorageRefused` where there are some already. */
  write(records: Records, observer: WriteObserver): Promise<void>
}

/** How many records are read and written at once: of the largest bodies, a hundred megabytes. */
export const batchSize = 100

/** The columns of a table in their order. */
export function columnsOf(table: TableName): readonly string[] {
  return Object.keys(tables[table])
}

/** Refuses to write records beside others, whose ids and names may be the same. */
export function requireEmpty(counts: TableCounts, where: string): void {
  const held = tableNames.filter((table) => counts[table] > 0)
  if (held.length === 0) return
  const found = held.map((table) => `${counts[table]} ${table.replace('_', ' ')}`).join(', ')
  throw new StorageRefused(`${where} holds records (${found}). Give the URL of an empty database`)
}
