import type { StatementSync } from 'node:sqlite'
import type {
  NewUser,
  PasswordReplacement,
  UserPage,
  UserRecord,
  UserStore,
  UserTaken,
} from '../../users/store.ts'
import { parseText, serializeKey, serializeText } from '../exact-text.ts'
import { currentTimestamp } from '../timestamp.ts'
import type { SqliteConnections } from './connections.ts'
import { createQuery, type Query } from './query.ts'

type UserRow = [
  id: number,
  username: string,
  email: string,
  website: string | null,
  birth_date: string | null,
  age: number,
  password: string,
  created_at: string,
]

const userColumns = 'id, username, email, website, birth_date, age, password, created_at'

export class SqliteUsers implements UserStore {
  readonly #connections: SqliteConnections
  readonly #insert: StatementSync
  readonly #updatePassword: StatementSync
  readonly #revokeOthers: StatementSync
  readonly #taken: Query<[username_key: string, email_key: string]>
  readonly #byId: Query<UserRow>
  readonly #byUsername: Query<UserRow>
  readonly #after: Query<UserRow>

  constructor(connections: SqliteConnections) {
    const { writer, reader } = connections
    this.#connections = connections
    this.#insert = writer.database.prepare(
      `INSERT INTO users
         (username, username_key, email, email_key, website, birth_date, age, password, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#updatePassword = writer.database.prepare(
      'UPDATE users SET password = ? WHERE id = ? AND password = ?',
    )
    this.#revokeOthers = writer.database.prepare('DELETE FROM sessions WHERE user_id = ? AND token_hash <> ?')
    this.#taken = createQuery(
      writer,
      'SELECT username_key, email_key FROM users WHERE username_key = ? OR email_key = ?',
    )
    this.#byId = createQuery(reader, `SELECT ${userColumns} FROM users WHERE id = ?`)
    this.#byUsername = createQuery(reader, `SELECT ${userColumns} FROM users WHERE username_key = ?`)
    this.#after = createQuery(reader, `SELECT ${userColumns} FROM users WHERE id > ? ORDER BY id LIMIT ?`)
  }

  create(user: NewUser): Promise<UserRecord | UserTaken> {
    const { commits, now } = this.#connections
    return commits.write(() => {
      const taken = this.#findTaken(user)
      return taken.length > 0 ? { taken } : this.#store(user, currentTimestamp(now))
    })
  }

  get(id: number): Promise<UserRecord | undefined> {
    return this.#read(this.#byId, id)
  }

  byUsername(username: string): Promise<UserRecord | undefined> {
    return this.#read(this.#byUsername, serializeKey(username))
  }

  updatePassword(id: number, current: string, next: string): Promise<boolean> {
    return this.#connections.commits.write(() => this.#updatePassword.run(next, id, current).changes > 0)
  }

  replacePassword(id: number, { current, next, keep }: PasswordReplacement): Promise<boolean> {
    return this.#connections.commits.write(
      () => {
        if (this.#updatePassword.run(next, id, current).changes === 0) return false
        this.#revokeOthers.run(id, keep)
        return true
      },
      { savepoint: true },
    )
  }

  list({ limit, after = 0 }: UserPage): Promise<readonly UserRecord[]> {
    return this.#connections.reads.read(() => this.#after.all(after, limit).map(parseUser))
  }

  #read(query: Query<UserRow>, key: number | string): Promise<UserRecord | undefined> {
    return this.#connections.reads.read(() => {
      const row = query.get(key)
      return row && parseUser(row)
    })
  }

  #findTaken({ username, email }: NewUser): UserTaken['taken'] {
    const usernameKey = serializeKey(username)
    const emailKey = serializeKey(email)
    const rows = this.#taken.all(usernameKey, emailKey)
    return [
      ...(rows.some(([key]) => key === usernameKey) ? (['username'] as const) : []),
      ...(rows.some(([, key]) => key === emailKey) ? (['email'] as const) : []),
    ]
  }

  #store(user: NewUser, created_at: string): UserRecord {
    const { username, email, website, birth_date, age, password } = user
    const names = [serializeText(username), serializeKey(username), serializeText(email), serializeKey(email)]
    const optional = [website && serializeText(website), birth_date]
    const { lastInsertRowid } = this.#insert.run(...names, ...optional, age, password, created_at)
    const id = Number(lastInsertRowid)
    return { id, username, email, website, birth_date, age, password, created_at }
  }
}

function parseUser([
  id,
  username,
  email,
  website,
  birth_date,
  age,
  password,
  created_at,
]: UserRow): UserRecord {
  return {
    id,
    username: parseText(username),
    email: parseText(email),
    website: website && parseText(website),
    birth_date,
    age,
    password,
    created_at,
  }
}
