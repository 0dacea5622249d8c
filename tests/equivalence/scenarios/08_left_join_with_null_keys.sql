-- 08 left join: NULL keys match nothing, on either and both sides, and become values
-- tables
CREATE TABLE l (k INT, a INT);
CREATE TABLE r (k INT, b INT);
INSERT INTO l VALUES (NULL, 1), (NULL, 1), (1, 2);
INSERT INTO r VALUES (NULL, 10), (1, 20);
-- view: incremental
SELECT l.k, l.a, r.b FROM l LEFT JOIN r ON l.k = r.k;
-- cycle: unchanged
INSERT INTO r VALUES (NULL, 30), (7, 70);
-- cycle
UPDATE l SET k = 7 WHERE k IS NULL;
-- cycle
UPDATE r SET k = NULL WHERE b = 70;
UPDATE r SET k = 7 WHERE b = 10;
-- cycle
UPDATE l SET k = NULL WHERE k = 1;
DELETE FROM r WHERE k = 7;
-- cycle
DELETE FROM l WHERE k IS NULL;
