-- 06 left join onto groups that HAVING lets in and out
-- tables
CREATE TABLE t (id INT);
CREATE TABLE u (id INT, x INT);
INSERT INTO t VALUES (1), (2), (2), (3);
INSERT INTO u VALUES (1, 5), (2, 1), (2, 1), (4, 9);
-- view: incremental
SELECT t.id, g.total FROM t LEFT JOIN (SELECT id, SUM(x) AS total FROM u GROUP BY id HAVING SUM(x) > 2) g ON g.id = t.id;
-- cycle
INSERT INTO u VALUES (2, 1), (3, 2);
-- cycle
UPDATE u SET x = x - 3 WHERE id = 1;
INSERT INTO u VALUES (3, 5);
-- cycle
DELETE FROM u WHERE id = 2;
UPDATE t SET id = 4 WHERE id = 1;
-- cycle
DELETE FROM u WHERE x > 4;
INSERT INTO t VALUES (NULL);
