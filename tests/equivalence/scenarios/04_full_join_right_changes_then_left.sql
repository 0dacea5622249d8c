-- 04 full join: insert and delete on the right in one refresh, then insert on the left
-- tables
CREATE TABLE l (k INT, a INT);
CREATE TABLE r (k INT, b INT);
INSERT INTO l VALUES (1, 10), (2, 20);
INSERT INTO r VALUES (1, 100), (3, 300);
-- view: incremental
SELECT l.a, r.b FROM l FULL OUTER JOIN r ON r.k = l.k;
-- cycle
BEGIN;
INSERT INTO r VALUES (2, 200), (4, 400);
DELETE FROM r WHERE k = 1;
COMMIT;
-- cycle
INSERT INTO l VALUES (4, 40), (3, 30), (1, 11);
-- cycle
BEGIN;
DELETE FROM r WHERE k = 4;
INSERT INTO r VALUES (4, 401), (1, NULL);
COMMIT;
DELETE FROM l WHERE k = 3;
-- cycle
INSERT INTO l VALUES (3, NULL);
DELETE FROM l WHERE k = 4;
