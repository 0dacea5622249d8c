-- 31 generate_series and range with bounds from a table, lateral and in the select list
-- tables
CREATE TABLE span (id INT, lo INT, hi INT);
CREATE TABLE done (day INT);
INSERT INTO span VALUES (1, 1, 3), (2, 5, 5), (3, 4, 2), (4, NULL, 3);
INSERT INTO done VALUES (2), (5);
-- view days: incremental
SELECT s.id, d.day FROM span s, LATERAL (SELECT UNNEST(generate_series(s.lo, s.hi)) AS day) d;
-- view calendar: incremental
SELECT c.day, COUNT(d.day) AS n FROM range(1, 6) AS c(day) LEFT JOIN done d ON d.day = c.day GROUP BY c.day;
-- view missing: incremental
SELECT g.i FROM generate_series(1, 4) AS g(i) WHERE g.i NOT IN (SELECT day FROM done WHERE day IS NOT NULL);
-- cycle
UPDATE span SET hi = 4;
INSERT INTO done VALUES (2), (3);
-- cycle
DELETE FROM done WHERE day = 2;
UPDATE span SET lo = 3 WHERE lo IS NULL;
-- cycle: missing unchanged
DELETE FROM span WHERE id = 1;
INSERT INTO done VALUES (5), (NULL);
-- cycle
DELETE FROM done;
INSERT INTO span VALUES (5, -1, 1);
