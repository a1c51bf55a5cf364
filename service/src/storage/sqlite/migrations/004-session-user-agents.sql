-- What a session was opened with, for its owner to know it by; none of those that are there already.
ALTER TABLE sessions ADD COLUMN user_agent TEXT;
