-- 01 join: a partner goes and an equal one comes in the same refresh, next to a real change
-- tables
CREATE TABLE r (k INT, a INT);
CREATE TABLE s (k INT, b INT);
INSERT INTO r VALUES (1, 1), (2, 2), (2, 2);
INSERT INTO s VALUES (1, 5), (2, 6);
-- view: incremental
SELECT r.k, r.a, s.b FROM r, s WHERE r.k = s.k;
-- cycle: unchanged
DELETE FROM s WHERE k = 1;
INSERT INTO s VALUES (1, 5);
DELETE FROM r WHERE k = 2;
INSERT INTO r VALUES (2, 2), (2, 2);
-- cycle
DELETE FROM s WHERE k = 1;
INSERT INTO s VALUES (1, 5), (1, 5);
DELETE FROM r WHERE k = 2;
INSERT INTO r VALUES (2, 2);
-- cycle
DELETE FROM s WHERE k = 1;
DELETE FROM r WHERE k = 1;
INSERT INTO r VALUES (1, 1);
