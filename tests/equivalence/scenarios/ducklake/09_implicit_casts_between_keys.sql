-- 09 texts joined with numbers: the engine casts, and equality is not passed on
-- tables
CREATE TABLE a (code VARCHAR);
CREATE TABLE b (id INTEGER);
CREATE TABLE c (code VARCHAR, z INTEGER);
INSERT INTO a VALUES ('01'), ('1');
INSERT INTO b VALUES (1);
INSERT INTO c VALUES ('01', 3);
-- view: incremental
SELECT a.code, MAX(c.z) AS m, SUM(DISTINCT c.z) AS s FROM a JOIN b ON a.code = b.id JOIN c ON b.id = c.code GROUP BY a.code;
-- cycle
INSERT INTO c VALUES ('1', 5);
-- cycle
DELETE FROM c WHERE code = '01';
INSERT INTO a VALUES ('001');
-- cycle
DELETE FROM b;
