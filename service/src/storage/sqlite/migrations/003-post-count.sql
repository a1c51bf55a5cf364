-- How many posts there are, whoever writes them: to count ten million takes longer than to read a page of them.
CREATE TABLE post_count (total INTEGER NOT NULL) STRICT;

INSERT INTO post_count SELECT count(*) FROM posts;

CREATE TRIGGER post_added AFTER INSERT ON posts BEGIN
  UPDATE post_count SET total = total + 1;
END;

CREATE TRIGGER post_removed AFTER DELETE ON posts BEGIN
  UPDATE post_count SET total = total - 1;
END;
