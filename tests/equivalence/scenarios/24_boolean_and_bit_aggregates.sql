-- 24 BOOL_AND, BOOL_OR, BIT_AND, BIT_OR and BIT_XOR, which cannot be taken back from their result
-- tables
CREATE TABLE t (g INT, ok BOOLEAN, x INT);
INSERT INTO t VALUES (1, TRUE, 6), (1, FALSE, 3), (1, NULL, NULL), (2, NULL, NULL), (3, TRUE, 12), (3, TRUE, 12);
-- view: incremental
SELECT g, BOOL_AND(ok) AS every_, BOOL_OR(ok) AS some_, BIT_AND(x) AS a, BIT_OR(x) AS o, BIT_XOR(x) AS x, COUNT(*) AS n FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE x = 3;
INSERT INTO t VALUES (2, FALSE, 5), (3, NULL, 12);
-- cycle
UPDATE t SET ok = NOT ok, x = x + 1;
-- cycle
DELETE FROM t WHERE ok IS NOT NULL AND g < 3;
-- cycle
UPDATE t SET g = 1;
