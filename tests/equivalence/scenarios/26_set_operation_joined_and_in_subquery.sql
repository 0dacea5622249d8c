-- 26 a set operation as one side of a left join, and in the subquery of NOT IN
-- tables
CREATE TABLE t (k INT, name VARCHAR);
CREATE TABLE a (k INT);
CREATE TABLE b (k INT);
INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, NULL), (NULL, 'z');
INSERT INTO a VALUES (1), (1), (2);
INSERT INTO b VALUES (2), (3);
-- view: incremental
SELECT t.name, s.k FROM t LEFT JOIN (SELECT k FROM a EXCEPT SELECT k FROM b) s ON s.k = t.k;
-- view other: incremental
SELECT name FROM t WHERE k NOT IN (SELECT k FROM a INTERSECT SELECT k FROM b);
-- cycle
DELETE FROM b WHERE k = 2;
-- cycle
INSERT INTO a VALUES (3);
INSERT INTO b VALUES (1);
-- cycle
INSERT INTO a VALUES (NULL), (4);
INSERT INTO b VALUES (NULL);
DELETE FROM b WHERE k = 1;
-- cycle
DELETE FROM a WHERE k IS NULL;
UPDATE t SET k = 4 WHERE k = 1;
