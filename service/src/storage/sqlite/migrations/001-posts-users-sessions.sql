-- Ids are never used again, so that an address never comes to mean another record (AUTOINCREMENT).
-- The keys hold names as they are compared (NFC, lower case); SQLite's own lower() knows ASCII only.
CREATE TABLE users (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  age          INTEGER NOT NULL,
  created_at   TEXT NOT NULL,
  birth_date   TEXT,
  username     TEXT NOT NULL,
  username_key TEXT NOT NULL UNIQUE,
  email        TEXT NOT NULL,
  email_key    TEXT NOT NULL UNIQUE,
  website      TEXT,
  password     TEXT NOT NULL
) STRICT;

-- The content comes last, so that a list need not read through it.
CREATE TABLE posts (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  author_id  INTEGER REFERENCES users (id) ON DELETE SET NULL,
  priority   INTEGER,
  version    INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  tags       TEXT NOT NULL CHECK (json_valid(tags)),
  title      TEXT NOT NULL,
  content    TEXT NOT NULL
) STRICT;

CREATE INDEX posts_by_age ON posts (created_at, id);
CREATE INDEX posts_by_author ON posts (author_id) WHERE author_id IS NOT NULL;

CREATE TABLE sessions (
  token_hash   TEXT PRIMARY KEY,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at   TEXT NOT NULL,
  expires_at   TEXT NOT NULL,
  last_used_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);
