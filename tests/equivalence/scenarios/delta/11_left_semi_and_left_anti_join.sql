-- 11 LEFT SEMI and LEFT ANTI JOIN, also null-safe and by a range
-- tables
CREATE TABLE l (id INT, k INT);
CREATE TABLE r (k INT, v INT);
INSERT INTO l VALUES (1, 1), (1, 1), (2, 2), (3, NULL);
INSERT INTO r VALUES (1, 10), (1, 11), (NULL, 5);
-- view inside: incremental
SELECT l.id, l.k FROM l LEFT SEMI JOIN r ON l.k = r.k;
-- view outside: incremental
SELECT l.id, l.k FROM l LEFT ANTI JOIN r ON l.k <=> r.k;
-- view ranged: incremental
SELECT l.id FROM l LEFT ANTI JOIN r ON l.k = r.k AND r.v > 10;
-- cycle
INSERT INTO r VALUES (2, 20);
DELETE FROM r WHERE k IS NULL;
-- cycle
DELETE FROM r WHERE k = 1;
-- cycle
UPDATE l SET k = 2 WHERE k IS NULL;
INSERT INTO l VALUES (4, 9), (4, NULL);
-- cycle
UPDATE r SET k = 1, v = 11;
