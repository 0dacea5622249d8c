-- 12 NOT IN: one NULL on the right empties the view; without it the rows are back
-- tables
CREATE TABLE l (id INT, x INT);
CREATE TABLE r (x INT);
INSERT INTO l VALUES (1, 1), (2, 2), (3, 3), (4, NULL);
INSERT INTO r VALUES (2);
-- view: incremental
SELECT id, x FROM l WHERE x NOT IN (SELECT x FROM r);
-- cycle
INSERT INTO r VALUES (NULL);
-- cycle: unchanged
INSERT INTO l VALUES (5, 5), (6, NULL);
INSERT INTO r VALUES (NULL), (7);
-- cycle
DELETE FROM r WHERE x IS NULL;
-- cycle
DELETE FROM r;
-- cycle
UPDATE l SET x = NULL WHERE id < 3;
INSERT INTO r VALUES (3);
