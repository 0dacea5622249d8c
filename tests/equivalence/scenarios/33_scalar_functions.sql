-- 33 CASE, LIKE, BETWEEN, IN lists, dates and intervals, text functions
-- tables
CREATE TABLE t (id INT, s VARCHAR, d DATE, x INT);
INSERT INTO t VALUES (1, 'apple', DATE '2024-02-28', 5), (2, 'a_b', DATE '2023-12-31', 15), (3, NULL, NULL, NULL), (4, '100%', DATE '2024-03-01', 25);
-- view: incremental
SELECT id, s LIKE 'a%' AS starts, s NOT LIKE '%p%' AS no_p, x BETWEEN 5 AND 15 AS mid, x NOT IN (5, 25) AS other, d + INTERVAL 1 DAY AS next_day,
       CASE x WHEN 5 THEN 'five' WHEN 15 THEN 'fifteen' ELSE COALESCE(s, '?') END AS word, NULLIF(x, 25) AS n, CONCAT(s, '-', CAST(x AS VARCHAR)) AS c,
       TRIM(UPPER(s)) || '!' AS t, EXTRACT(MONTH FROM d) AS m
FROM t WHERE s IN ('apple', 'a_b', '100%', 'pear') OR s IS NULL;
-- cycle
UPDATE t SET d = DATE '2024-02-29', x = x + 10;
-- cycle
INSERT INTO t VALUES (5, 'pear', NULL, 0), (6, 'plum', NULL, 0);
UPDATE t SET s = 'plum' WHERE id = 2;
-- cycle
UPDATE t SET s = 'pear' WHERE s = 'plum';
DELETE FROM t WHERE id = 1;
-- cycle
UPDATE t SET x = NULL, d = NULL WHERE id > 3;
