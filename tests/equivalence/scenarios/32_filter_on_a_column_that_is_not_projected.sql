-- 32 WHERE on columns that the view does not show
-- tables
CREATE TABLE t (id INT, name VARCHAR, hidden INT, gone DATE);
INSERT INTO t VALUES (1, 'a', 1, NULL), (2, 'b', 5, NULL), (3, 'c', NULL, DATE '2024-01-01');
-- view: incremental
SELECT name FROM t WHERE hidden > 2 AND gone IS NULL;
-- cycle
UPDATE t SET hidden = 3 WHERE id = 1;
-- cycle
UPDATE t SET gone = DATE '2025-01-01' WHERE id = 2;
INSERT INTO t VALUES (4, 'a', 9, NULL);
-- cycle
UPDATE t SET hidden = 4, gone = NULL WHERE id = 3;
DELETE FROM t WHERE id = 1;
-- cycle: unchanged
UPDATE t SET hidden = 100 WHERE hidden > 2;
-- cycle
UPDATE t SET hidden = NULL;
