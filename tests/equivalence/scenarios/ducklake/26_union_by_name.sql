-- 26 UNION [ALL] BY NAME: columns in another order, and missing on one side
-- tables
CREATE TABLE l (a INT, b INT);
CREATE TABLE r (b INT, c VARCHAR, a INT);
INSERT INTO l VALUES (1, 2), (1, 2), (NULL, 3);
INSERT INTO r VALUES (2, NULL, 1), (5, 'x', 6);
-- view alls: incremental
SELECT a, b FROM l UNION ALL BY NAME SELECT b, c, a FROM r;
-- view once: incremental
SELECT a, b FROM l UNION BY NAME SELECT c, b, a FROM r;
-- cycle: once unchanged
DELETE FROM l WHERE a = 1;
-- cycle
DELETE FROM r WHERE c IS NULL;
-- cycle
UPDATE r SET c = NULL;
INSERT INTO l VALUES (6, 5), (7, 7);
-- cycle
DELETE FROM r;
UPDATE l SET b = NULL;
