-- The owner is a user's id, or 0 for requests that nobody signed. Rows live for a day, so no reference holds them.
CREATE TABLE idempotency_keys (
  owner       INTEGER NOT NULL,
  status      INTEGER NOT NULL,
  created_at  TEXT NOT NULL,
  operation   TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  headers     TEXT NOT NULL,
  body        TEXT NOT NULL,
  UNIQUE (owner, operation, key)
) STRICT;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
