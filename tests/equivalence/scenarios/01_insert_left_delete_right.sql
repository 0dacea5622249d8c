-- 01 join: one side gains a row while its only partner on the other side goes
-- tables
CREATE TABLE r (k INT, a INT);
CREATE TABLE s (k INT, b INT);
INSERT INTO r VALUES (1, 10), (1, 10), (2, 20);
INSERT INTO s VALUES (1, 100), (2, 200), (3, 300);
-- view: incremental
SELECT r.k, a, b, a + b AS total FROM r JOIN s ON r.k = s.k;
-- cycle
INSERT INTO r VALUES (3, 30), (1, 11);
DELETE FROM s WHERE k IN (1, 3);
-- cycle
DELETE FROM r WHERE k = 2;
INSERT INTO s VALUES (2, 201), (1, 101);
-- cycle
INSERT INTO r VALUES (2, NULL), (NULL, NULL);
UPDATE s SET b = NULL WHERE k = 1;
-- cycle: unchanged
DELETE FROM r WHERE k IS NULL;
INSERT INTO s VALUES (NULL, 1);
