-- 03 join of five, with a cross-table condition: every table changes in every refresh
-- tables
CREATE TABLE t1 (a INT, v INT);
CREATE TABLE t2 (a INT, b INT);
CREATE TABLE t3 (b INT, c INT);
CREATE TABLE t4 (c INT, d INT);
CREATE TABLE t5 (d INT, w INT);
INSERT INTO t1 VALUES (1, 10), (2, 20);
INSERT INTO t2 VALUES (1, 1), (2, 2), (2, 1);
INSERT INTO t3 VALUES (1, 1), (2, 2);
INSERT INTO t4 VALUES (1, 1), (2, 2), (2, 2);
INSERT INTO t5 VALUES (1, 15), (2, 25);
-- view: incremental
SELECT t1.v, t5.w, t1.a, t4.d
FROM t1 JOIN t2 ON t1.a = t2.a JOIN t3 ON t2.b = t3.b JOIN t4 ON t3.c = t4.c JOIN t5 ON t4.d = t5.d AND t1.v < t5.w;
-- cycle
INSERT INTO t1 VALUES (3, 1);
INSERT INTO t2 VALUES (3, 3);
INSERT INTO t3 VALUES (3, 3);
INSERT INTO t4 VALUES (3, 3);
INSERT INTO t5 VALUES (3, 3);
-- cycle
UPDATE t1 SET v = v + 1;
DELETE FROM t2 WHERE a = 2 AND b = 2;
UPDATE t3 SET c = 2 WHERE b = 1;
DELETE FROM t4 WHERE c = 3;
INSERT INTO t5 VALUES (2, 25), (NULL, NULL);
-- cycle
DELETE FROM t1 WHERE a = 1;
DELETE FROM t2 WHERE a = 1;
DELETE FROM t3 WHERE b = 1;
DELETE FROM t4 WHERE c = 2;
DELETE FROM t5 WHERE d = 2;
INSERT INTO t2 VALUES (2, 3);
INSERT INTO t4 VALUES (3, 1);
UPDATE t5 SET w = 100 WHERE d = 1;
