-- 08 join on IS DISTINCT FROM and on COALESCE of NULL keys
-- tables
CREATE TABLE l (k INT, a INT);
CREATE TABLE r (k INT, b INT);
INSERT INTO l VALUES (NULL, 1), (0, 2), (1, 3);
INSERT INTO r VALUES (NULL, 1), (0, 2), (2, 3);
-- view: incremental
SELECT l.k AS lk, r.k AS rk, l.a, r.b FROM l JOIN r ON COALESCE(l.k, 0) = COALESCE(r.k, 0) AND l.a IS DISTINCT FROM r.b;
-- cycle
INSERT INTO l VALUES (NULL, NULL);
INSERT INTO r VALUES (NULL, NULL);
-- cycle
UPDATE l SET k = NULL WHERE k = 0;
UPDATE r SET b = NULL WHERE k = 0;
-- cycle
DELETE FROM l WHERE a IS NULL;
DELETE FROM r WHERE b IS NULL;
INSERT INTO r VALUES (1, 4);
