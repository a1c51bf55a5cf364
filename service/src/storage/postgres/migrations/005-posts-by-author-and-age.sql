-- The posts of one author in the order of the list; what referred to the author alone goes on using it.
create index posts_by_author_and_age on posts (author_id, created_at, id) where author_id is not null;
drop index posts_by_author;
