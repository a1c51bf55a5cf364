-- What a session was opened with, for its owner to know it by; none of those that are there already.
alter table sessions add column user_agent text;
