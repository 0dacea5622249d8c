-- 11 IN, NOT EXISTS and a plain condition together, over two tables that change together
-- tables
CREATE TABLE t (id INT, a INT, b INT);
CREATE TABLE u (a INT);
CREATE TABLE w (b INT, ok BOOLEAN);
INSERT INTO t VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1), (4, NULL, 3), (5, 2, NULL);
INSERT INTO u VALUES (1), (1), (3);
INSERT INTO w VALUES (1, TRUE), (2, FALSE);
-- view: incremental
SELECT t.id FROM t WHERE t.a IN (SELECT a FROM u) AND NOT EXISTS (SELECT 1 FROM w WHERE w.b = t.b AND w.ok) AND t.id < 10;
-- cycle
INSERT INTO u VALUES (2), (NULL);
UPDATE w SET ok = NOT ok;
-- cycle
DELETE FROM u WHERE a = 1;
UPDATE w SET ok = NULL;
-- cycle
DELETE FROM t WHERE id = 5;
INSERT INTO u VALUES (1);
INSERT INTO w VALUES (1, TRUE), (3, TRUE);
-- cycle
UPDATE t SET a = 3, b = b + 1;
DELETE FROM w WHERE b = 3;
