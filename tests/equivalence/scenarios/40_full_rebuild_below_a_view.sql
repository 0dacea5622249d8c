-- 40 a view that is always rebuilt, below a view that sees only the difference
-- tables
CREATE TABLE t (g INT, x INT);
CREATE TABLE names (g INT, name VARCHAR);
INSERT INTO t VALUES (1, 1), (1, 2), (2, 3), (NULL, 4);
INSERT INTO names VALUES (1, 'one'), (2, 'two');
-- view below: full
SELECT g, SUM(x) AS s, COUNT(*) AS n FROM t GROUP BY g;
-- view above: incremental
SELECT n.name, b.s FROM below b JOIN names n ON n.g = b.g;
-- cycle
INSERT INTO t VALUES (1, 10);
-- cycle: unchanged
UPDATE t SET x = 3 - x WHERE x < 3;
-- cycle: below no_op
UPDATE names SET name = 'zwei' WHERE g = 2;
-- cycle
DELETE FROM t WHERE g = 2;
INSERT INTO t VALUES (3, 3);
INSERT INTO names VALUES (3, 'three');
-- cycle: above unchanged
UPDATE t SET x = 5 WHERE g IS NULL;
