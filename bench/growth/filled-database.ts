import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openStorage } from '../../service/src/storage/open.ts'

/** The cost of filling a database. */
export interface Filling {
  readonly seconds: number
  readonly megabytes: number
}

/** Creates an SQLite database of the service at `path` and inserts this many posts in one statement, one second apart. */
export async function fillDatabase(path: string, posts: number): Promise<Filling> {
  const begun = performance.now()
  const storage = await openStorage(`sqlite:${path}`, { now: () => new Date() })
  await storage.close()
  const database = new DatabaseSync(path)
  // Only the file itself is written: there is no log and no waiting for the disk.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -256000')
  database.prepare(INSERT).run(posts)
  database.exec('PRAGMA journal_mode = WAL')
  database.close()
  const seconds = (performance.now() - begun) / 1000
  return { seconds, megabytes: statSync(path).size / 1e6 }
}

/** Returns when the post with this id was created, as {@link fillDatabase} writes it. */
export function creationOf(id: number): string {
  return new Date((START + id) * 1000).toISOString()
}

/** Seconds since 1970; ten million posts later, the time is still in the past. */
const START = 1_700_000_000

const INSERT = `
  WITH RECURSIVE numbers (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM numbers WHERE id < ?),
  given AS (SELECT id, strftime('%Y-%m-%dT%H:%M:%S.000Z', ${START} + id, 'unixepoch') AS timestamp FROM numbers)
  INSERT INTO posts (id, created_at, updated_at, tags, title, content)
  SELECT id, timestamp, timestamp, '[]', 'Post number ' || id,
    'A few words that stand for what somebody wrote on day ' || (id % 365) || ' of some year or other.'
  FROM given
`
