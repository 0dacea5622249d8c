-- 09 '01' and '1' both equal the number 1, and not each other: a chain of equalities across types
-- tables
CREATE TABLE a (code VARCHAR);
CREATE TABLE b (id INT);
CREATE TABLE c (code VARCHAR, z INT);
INSERT INTO a VALUES ('01'), ('1');
INSERT INTO b VALUES (1);
INSERT INTO c VALUES ('01', 3);
-- view: incremental
SELECT a.code, MAX(c.z) AS m, SUM(DISTINCT c.z) AS s FROM a JOIN b ON CAST(a.code AS INT) = b.id JOIN c ON b.id = CAST(c.code AS INT) GROUP BY a.code;
-- cycle
INSERT INTO c VALUES ('1', 5);
-- cycle
DELETE FROM c WHERE code = '01';
INSERT INTO a VALUES ('001');
-- cycle
UPDATE b SET id = 2;
