-- 12 NOT IN over an empty set is true even for NULL; the set empties and fills
-- tables
CREATE TABLE l (x INT);
CREATE TABLE r (x INT, on_ BOOLEAN);
INSERT INTO l VALUES (1), (1), (NULL), (2);
INSERT INTO r VALUES (1, FALSE), (NULL, FALSE);
-- view outside: incremental
SELECT x FROM l WHERE x NOT IN (SELECT x FROM r WHERE on_);
-- view inside: incremental
SELECT x FROM l WHERE NOT (x NOT IN (SELECT x FROM r WHERE on_)) OR x = 2;
-- cycle
UPDATE r SET on_ = TRUE WHERE x = 1;
-- cycle: inside unchanged
UPDATE r SET on_ = TRUE;
-- cycle
DELETE FROM r;
INSERT INTO l VALUES (2);
-- cycle
INSERT INTO r VALUES (2, TRUE), (1, NULL);
INSERT INTO l VALUES (2);
-- cycle
UPDATE r SET on_ = x = 1;
