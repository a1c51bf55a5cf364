-- The keys hold names as they are compared (NFC, lower case); the database's lower() depends on its locale.
create table users (
  id           bigint generated always as identity primary key,
  username     text not null,
  username_key text collate "C" not null constraint users_username_taken unique,
  email        text not null,
  email_key    text collate "C" not null constraint users_email_taken unique,
  website      text,
  birth_date   text,
  age          integer not null,
  password     text not null,
  created_at   timestamptz(3) not null
);

create table posts (
  id         bigint generated always as identity primary key,
  author_id  bigint references users (id) on delete set null,
  priority   integer,
  version    integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  tags       jsonb not null,
  title      text not null,
  content    text not null
);

create index posts_by_age on posts (created_at, id);
create index posts_by_author on posts (author_id) where author_id is not null;

create table sessions (
  token_hash   text collate "C" primary key,
  user_id      bigint not null references users (id) on delete cascade,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  last_used_at timestamptz(3) not null
);

create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);
