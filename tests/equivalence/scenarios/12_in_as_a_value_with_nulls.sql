-- 12 IN and NOT IN as values: true, false and unknown, shown
-- tables
CREATE TABLE l (id INT, x INT);
CREATE TABLE r (x INT);
INSERT INTO l VALUES (1, 1), (2, 2), (3, NULL);
INSERT INTO r VALUES (1), (1);
-- view: incremental
SELECT id, x IN (SELECT x FROM r) AS inside, x NOT IN (SELECT x FROM r) AS outside, (x IN (SELECT x FROM r)) IS NULL AS unknown FROM l;
-- cycle
INSERT INTO r VALUES (NULL);
-- cycle
DELETE FROM r WHERE x = 1;
-- cycle
DELETE FROM r;
-- cycle
INSERT INTO r VALUES (2), (3);
UPDATE l SET x = 3 WHERE id = 1;
