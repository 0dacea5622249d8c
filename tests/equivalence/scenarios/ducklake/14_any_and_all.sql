-- 14 comparisons with ANY and ALL: NULLs, empty sets, and the row that decided goes
-- tables
CREATE TABLE l (id INT, x INT);
CREATE TABLE r (x INT);
INSERT INTO l VALUES (1, 1), (2, 5), (2, 5), (3, NULL), (4, 9);
INSERT INTO r VALUES (5), (7);
-- view any_: incremental
SELECT id FROM l WHERE x > ANY (SELECT x FROM r);
-- view all_: incremental
SELECT id FROM l WHERE x >= ALL (SELECT x FROM r);
-- view none: incremental
SELECT id FROM l WHERE x <> ALL (SELECT x FROM r) OR id = 1;
-- cycle: none unchanged
DELETE FROM r WHERE x = 7;
INSERT INTO r VALUES (5), (3);
-- cycle
DELETE FROM r;
-- cycle
INSERT INTO r VALUES (NULL), (0);
-- cycle: any_ unchanged
DELETE FROM r WHERE x IS NULL;
UPDATE l SET x = 0 WHERE id = 3;
-- cycle
UPDATE r SET x = 9;
INSERT INTO l VALUES (5, 10);
