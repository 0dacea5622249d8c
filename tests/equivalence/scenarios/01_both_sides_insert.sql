-- 01 join: both sides get matching rows in one refresh, and the new ones match each other
-- tables
CREATE TABLE r (k INT, a VARCHAR);
CREATE TABLE s (k INT, b VARCHAR);
INSERT INTO r VALUES (1, 'r1'), (2, 'r2'), (NULL, 'rn');
INSERT INTO s VALUES (1, 's1'), (3, 's3'), (NULL, 'sn');
-- view: incremental
SELECT r.k, r.a, s.b FROM r JOIN s ON r.k = s.k;
-- cycle
INSERT INTO r VALUES (4, 'r4'), (4, 'r4'), (3, 'r3');
INSERT INTO s VALUES (4, 's4'), (2, 's2'), (NULL, 'sm');
-- cycle
UPDATE r SET a = 'changed' WHERE k = 4;
UPDATE s SET b = 'changed too' WHERE k = 4;
-- cycle
DELETE FROM r WHERE k = 4;
DELETE FROM s WHERE k = 2;
-- cycle: unchanged
INSERT INTO r VALUES (77, 'no partner');
INSERT INTO s VALUES (78, 'no partner');
