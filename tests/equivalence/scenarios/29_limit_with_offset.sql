-- 29 OFFSET: a change before the window moves it
-- tables
CREATE TABLE t (id INT, name VARCHAR);
INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e'), (NULL, 'n');
-- view: incremental
SELECT name FROM t ORDER BY id NULLS FIRST LIMIT 2 OFFSET 2;
-- cycle
DELETE FROM t WHERE id IS NULL;
-- cycle
INSERT INTO t VALUES (0, 'z'), (-1, 'y');
-- cycle: unchanged
UPDATE t SET name = 'late' WHERE id = 5;
-- cycle
DELETE FROM t WHERE id IN (1, 2, 3, 4);
-- cycle
DELETE FROM t WHERE id < 0;
