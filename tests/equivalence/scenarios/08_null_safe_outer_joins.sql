-- 08 left and full join by a null-safe condition: NULL finds NULL, until there is none
-- tables
CREATE TABLE l (k INT, a INT);
CREATE TABLE r (k INT, b INT);
INSERT INTO l VALUES (NULL, 1), (1, 2), (2, 3);
INSERT INTO r VALUES (NULL, 10), (1, 20), (3, 30);
-- view left_one: incremental
SELECT l.a, r.b FROM l LEFT JOIN r ON l.k IS NOT DISTINCT FROM r.k;
-- view full_one: incremental
SELECT l.a, r.b FROM l FULL JOIN r ON l.k IS NOT DISTINCT FROM r.k;
-- cycle
DELETE FROM r WHERE k IS NULL;
INSERT INTO l VALUES (NULL, 4);
-- cycle
UPDATE r SET k = NULL WHERE b = 30;
INSERT INTO r VALUES (NULL, 40);
-- cycle
UPDATE l SET k = 3 WHERE a = 1;
UPDATE l SET k = NULL WHERE k = 1;
-- cycle
DELETE FROM l WHERE k IS NULL;
