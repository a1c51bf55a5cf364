-- The owner is a user's id, or 0 for requests that nobody signed. Rows live for a day, so no reference holds them.
create table idempotency_keys (
  owner       bigint not null,
  post_id     bigint not null,
  status      integer not null,
  created_at  timestamptz(3) not null,
  operation   text collate "C" not null,
  key         text collate "C" not null,
  fingerprint text not null,
  headers     text not null,
  body        text not null,
  primary key (owner, operation, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
