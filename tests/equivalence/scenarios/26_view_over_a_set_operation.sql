-- 26 views over EXCEPT and INTERSECT ALL views: what crosses zero below is a change above
-- tables
CREATE TABLE wanted (x INT);
CREATE TABLE done (x INT);
INSERT INTO wanted VALUES (1), (2), (2), (3);
INSERT INTO done VALUES (2), (4);
-- view open_: incremental
SELECT x FROM wanted EXCEPT ALL SELECT x FROM done;
-- view n: incremental
SELECT COUNT(*) AS n, SUM(x) AS s FROM open_;
-- view ranked: incremental
SELECT o.x, n.n, ROW_NUMBER() OVER (ORDER BY o.x DESC) AS place FROM open_ o CROSS JOIN n WHERE o.x NOT IN (SELECT x FROM done);
-- cycle
INSERT INTO done VALUES (3);
-- cycle
INSERT INTO wanted VALUES (3), (4), (4), (NULL);
-- cycle
DELETE FROM done WHERE x IN (2, 3);
-- cycle
UPDATE wanted SET x = x + 1;
