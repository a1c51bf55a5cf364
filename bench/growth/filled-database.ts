import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openStorage } from '../../service/src/storage/open.ts'

/** What filling a database took. */
export interface Filling {
  readonly seconds: number
  readonly megabytes: number
}

/** Makes an SQLite database of the service at `path` and puts so many posts into it by SQL, a second between each two. */
export async function fillDatabase(path: string, posts: number): Promise<Filling> {
  const begun = performance.now()
  const storage = await openStorage(`sqlite:${path}`, { now: () => new Date() })
  await storage.close()
  const database = new DatabaseSync(path)
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -256000')
  const insert = database.prepare(INSERT)
  for (let from = 1; from <= posts; from += PART) insert.run(from, Math.min(from + PART - 1, posts))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const seconds = (performance.now() - begun) / 1000
  return { seconds, megabytes: statSync(path).size / 1e6 }
}

/** When the post of this id was created, as {@link fillDatabase} writes it. */
export function creationOf(id: number): string {
  return new Date((START + id) * 1000).toISOString()
}

/** Posts of one transaction, so that the log of writes stays short. */
const PART = 500_000

/** Seconds since 1970; ten million posts later is still in the past. */
const START = 1_700_000_000

const INSERT = `
  WITH RECURSIVE numbers (id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM numbers WHERE id < ?2),
  given AS (SELECT id, strftime('%Y-%m-%dT%H:%M:%S.000Z', ${START} + id, 'unixepoch') AS moment FROM numbers)
  INSERT INTO posts (id, created_at, updated_at, tags, title, content)
  SELECT id, moment, moment, '[]', 'Post number ' || id,
    'A few words that stand for what somebody wrote on day ' || (id % 365) || ' of some year or other.'
  FROM given
`
