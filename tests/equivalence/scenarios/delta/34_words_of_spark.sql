-- 34 backticks, `<=>`, DIV, `==`, GROUP BY ALL, and strings in double quotes
-- tables
CREATE TABLE t (`a_b` INT, g STRING);
CREATE TABLE u (g STRING, `from` INT);
INSERT INTO t VALUES (1, 'x'), (2, 'x'), (7, NULL), (7, "it's");
INSERT INTO u VALUES ('x', 1), (NULL, 2), ('it\'s', 3);
-- view: incremental
SELECT t.g, `from` + 1 AS next, COUNT(*) AS n, SUM(`a_b` DIV 2) AS halves FROM t JOIN u ON t.g <=> u.g WHERE NOT `a_b` == 3 GROUP BY ALL;
-- cycle
INSERT INTO t VALUES (3, 'x'), (9, NULL);
-- cycle
UPDATE u SET g = NULL WHERE `from` = 1;
-- cycle
DELETE FROM t WHERE g IS NULL;
UPDATE u SET g = "x" WHERE `from` >= 2;
