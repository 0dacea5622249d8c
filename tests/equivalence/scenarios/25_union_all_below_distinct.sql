-- 25 DISTINCT over UNION ALL: a row stays while either branch has it
-- tables
CREATE TABLE a (x INT);
CREATE TABLE b (x INT);
INSERT INTO a VALUES (1), (2), (NULL);
INSERT INTO b VALUES (2), (3), (NULL);
-- view: incremental
SELECT DISTINCT x FROM (SELECT x FROM a UNION ALL SELECT x FROM b) AS u;
-- cycle: unchanged
DELETE FROM a WHERE x = 2;
DELETE FROM b WHERE x IS NULL;
-- cycle
DELETE FROM b WHERE x = 2;
DELETE FROM a WHERE x IS NULL;
-- cycle
INSERT INTO a VALUES (3), (4);
DELETE FROM b WHERE x = 3;
UPDATE a SET x = NULL WHERE x = 1;
-- cycle
UPDATE a SET x = 9;
-- cycle: unchanged
INSERT INTO b VALUES (9), (9);
