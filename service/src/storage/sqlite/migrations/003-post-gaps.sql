-- How many posts there are: as many as the last id says, for ids are never used again, less those that no post has. To
-- count ten million would take longer than to read a page of them, and counting each as it is stored is a quarter of
-- the work of storing it.
CREATE TABLE post_gaps (total INTEGER NOT NULL) STRICT;

INSERT INTO post_gaps
SELECT coalesce(max(seq), 0) - (SELECT count(*) FROM posts) FROM sqlite_sequence WHERE name = 'posts';

CREATE TRIGGER post_removed AFTER DELETE ON posts BEGIN
  UPDATE post_gaps SET total = total + 1;
END;
