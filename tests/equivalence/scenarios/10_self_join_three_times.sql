-- 10 the same table three times: paths of length two and their ends
-- tables
CREATE TABLE edge (a INT, b INT);
INSERT INTO edge VALUES (1, 2), (2, 3), (3, 1), (3, 4), (4, 4), (NULL, 1);
-- view: incremental
SELECT e1.a AS one, e2.a AS two, e3.a AS three, e3.b AS four FROM edge e1, edge e2, edge e3 WHERE e1.b = e2.a AND e2.b = e3.a;
-- cycle
INSERT INTO edge VALUES (4, 1), (2, 3);
-- cycle
DELETE FROM edge WHERE a = 4 AND b = 4;
UPDATE edge SET b = 3 WHERE a = 3 AND b = 1;
-- cycle
UPDATE edge SET a = b, b = a;
-- cycle
DELETE FROM edge WHERE a = 3;
INSERT INTO edge VALUES (5, 5), (5, 5);
