-- 11 NOT EXISTS: rows and their partners come and go in one refresh
-- tables
CREATE TABLE l (id INT, k INT);
CREATE TABLE r (k INT, v INT);
INSERT INTO l VALUES (1, 1), (2, 1), (3, 2), (4, NULL), (5, 3);
INSERT INTO r VALUES (1, 10), (1, 11), (2, 20), (NULL, 30);
-- view: incremental
SELECT id, k FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE r.k = l.k);
-- cycle
DELETE FROM l WHERE id = 1;
DELETE FROM r WHERE k = 1;
-- cycle
INSERT INTO l VALUES (6, 1), (7, 8);
INSERT INTO r VALUES (1, 12), (9, 90);
-- cycle
UPDATE r SET k = k + 1;
UPDATE l SET k = 2 WHERE k IS NULL;
-- cycle
DELETE FROM r;
DELETE FROM l WHERE id IN (2, 3);
