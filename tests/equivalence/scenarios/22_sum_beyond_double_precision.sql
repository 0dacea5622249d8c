-- 22 integer sums above 2^53: a double would lose the last digit
-- tables
CREATE TABLE t (id INT, g INT, x BIGINT);
INSERT INTO t VALUES (1, 1, 9007199254740992), (2, 1, 1), (3, 2, -9007199254740993);
-- view: incremental
SELECT g, SUM(x) AS s, SUM(x + 1) AS s1, COUNT(*) AS n FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (4, 1, 1), (5, 1, 1), (6, 2, 9007199254740992);
-- cycle
UPDATE t SET x = x + 1 WHERE id = 2;
-- cycle
DELETE FROM t WHERE id IN (4, 6);
INSERT INTO t VALUES (7, 2, NULL), (8, 1, 123456789012345678);
