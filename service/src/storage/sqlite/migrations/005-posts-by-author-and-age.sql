-- The posts of one author in the order of the list; what referred to the author alone goes on using it.
CREATE INDEX posts_by_author_and_age ON posts (author_id, created_at, id) WHERE author_id IS NOT NULL;
DROP INDEX posts_by_author;
