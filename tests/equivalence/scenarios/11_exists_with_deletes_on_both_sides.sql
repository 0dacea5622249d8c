-- 11 EXISTS: rows and their partners are deleted in one refresh
-- tables
CREATE TABLE l (id INT, k INT);
CREATE TABLE r (k INT, v INT);
INSERT INTO l VALUES (1, 1), (2, 1), (3, 2), (4, NULL), (5, 3);
INSERT INTO r VALUES (1, 10), (1, 11), (2, 20), (NULL, 30);
-- view: incremental
SELECT id, k FROM l WHERE EXISTS (SELECT 1 FROM r WHERE r.k = l.k);
-- cycle: unchanged
DELETE FROM r WHERE v = 10;
-- cycle
DELETE FROM l WHERE id = 1;
DELETE FROM r WHERE k = 1;
-- cycle
INSERT INTO r VALUES (1, 12), (3, 31);
DELETE FROM l WHERE id = 5;
DELETE FROM r WHERE k = 2;
-- cycle
UPDATE l SET k = 3 WHERE id >= 3;
UPDATE r SET k = 3 WHERE k IS NULL;
-- cycle
DELETE FROM r WHERE v = 31;
DELETE FROM l WHERE id = 3;
