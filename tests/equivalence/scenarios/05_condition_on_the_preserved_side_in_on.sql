-- 05 left join: a condition on the preserved side in ON keeps the row, in WHERE it does not
-- tables
CREATE TABLE l (id INT, kind VARCHAR, k INT);
CREATE TABLE r (k INT, ok BOOLEAN, v INT);
INSERT INTO l VALUES (1, 'x', 1), (2, 'y', 1), (3, NULL, 1), (4, 'x', 2);
INSERT INTO r VALUES (1, TRUE, 10), (1, FALSE, 11), (2, NULL, 12);
-- view in_on: incremental
SELECT l.id, r.v FROM l LEFT JOIN r ON l.k = r.k AND l.kind = 'x' AND r.ok;
-- view in_where: incremental
SELECT l.id, r.v FROM l LEFT JOIN r ON l.k = r.k WHERE l.kind = 'x' AND (r.ok OR r.ok IS NULL);
-- cycle
UPDATE l SET kind = 'x' WHERE id = 2;
UPDATE l SET kind = 'z' WHERE id = 1;
-- cycle
UPDATE r SET ok = NOT ok;
-- cycle
DELETE FROM r WHERE v = 11;
INSERT INTO l VALUES (5, 'x', NULL), (6, NULL, NULL);
-- cycle
UPDATE r SET ok = TRUE, k = 2;
