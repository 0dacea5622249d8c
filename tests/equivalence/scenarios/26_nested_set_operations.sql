-- 26 set operations in set operations: INTERSECT binds closer, parentheses, ALL beside DISTINCT
-- tables
CREATE TABLE a (x INT);
CREATE TABLE b (x INT);
CREATE TABLE c (x INT);
INSERT INTO a VALUES (1), (2), (2), (3);
INSERT INTO b VALUES (2), (3), (4);
INSERT INTO c VALUES (3), (5), (5), (NULL);
-- view closer: incremental
SELECT x FROM a UNION ALL SELECT x FROM b INTERSECT SELECT x FROM c;
-- view grouped: incremental
(SELECT x FROM a UNION ALL SELECT x FROM b) EXCEPT ALL (SELECT x FROM c UNION SELECT x + 1 FROM a);
-- cycle
INSERT INTO c VALUES (4), (2), (1);
-- cycle
DELETE FROM b WHERE x = 3;
INSERT INTO a VALUES (5), (NULL);
-- cycle
UPDATE a SET x = 4;
INSERT INTO b VALUES (5);
-- cycle
DELETE FROM c WHERE x IN (4, 5);
