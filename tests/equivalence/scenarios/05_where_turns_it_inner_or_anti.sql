-- 05 left join: WHERE on the optional side, IS NULL as an anti join, and a NULL that was there before
-- tables
CREATE TABLE l (id INT);
CREATE TABLE r (id INT, v INT);
INSERT INTO l VALUES (1), (2), (3), (3), (NULL);
INSERT INTO r VALUES (1, 1), (2, NULL), (2, 5);
-- view lonely: incremental
SELECT l.id FROM l LEFT JOIN r ON l.id = r.id WHERE r.id IS NULL;
-- view blank: incremental
SELECT l.id, r.id AS rid FROM l LEFT JOIN r ON l.id = r.id WHERE r.v IS NULL;
-- view big: incremental
SELECT l.id, r.v FROM l LEFT JOIN r ON l.id = r.id WHERE r.v > 0;
-- cycle
INSERT INTO r VALUES (3, NULL), (3, 7);
-- cycle
DELETE FROM r WHERE id IN (1, 2);
-- cycle
UPDATE r SET id = 2, v = COALESCE(v, 0) + 1;
DELETE FROM l WHERE id = 1;
-- cycle: lonely unchanged
UPDATE r SET v = NULL;
