-- 01 join: the key is updated on both sides, so that other rows meet
-- tables
CREATE TABLE r (k INT, a VARCHAR);
CREATE TABLE s (k INT, b VARCHAR);
INSERT INTO r VALUES (1, 'a'), (2, 'b'), (3, 'c'), (3, 'c');
INSERT INTO s VALUES (1, 'A'), (2, 'B'), (3, 'C');
-- view: incremental
SELECT r.a, s.b FROM r JOIN s ON r.k = s.k;
-- cycle
UPDATE r SET k = k + 1;
UPDATE s SET k = 4 - k;
-- cycle: unchanged
UPDATE r SET k = k + 10;
UPDATE s SET k = k + 10;
-- cycle
BEGIN;
UPDATE r SET k = 7 WHERE a = 'a';
UPDATE s SET k = 7 WHERE b = 'A';
UPDATE r SET k = NULL WHERE a = 'b';
COMMIT;
-- cycle
UPDATE r SET k = 7;
UPDATE s SET k = 7;
-- cycle
UPDATE r SET k = NULL WHERE a = 'c';
DELETE FROM s WHERE b = 'B';
