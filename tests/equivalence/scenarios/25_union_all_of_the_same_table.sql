-- 25 UNION ALL of a table with itself and with another: copies add up
-- tables
CREATE TABLE a (x INT, s VARCHAR);
CREATE TABLE b (y BIGINT, s VARCHAR);
INSERT INTO a VALUES (1, 'p'), (2, NULL), (2, NULL);
INSERT INTO b VALUES (1, 'p'), (3, 'q');
-- view: incremental
SELECT x, s FROM a UNION ALL SELECT y, s FROM b UNION ALL SELECT x, 'again' FROM a WHERE x > 1;
-- cycle
INSERT INTO a VALUES (3, 'q');
DELETE FROM b WHERE y = 3;
-- cycle
DELETE FROM a WHERE x = 1;
INSERT INTO b VALUES (2, NULL), (NULL, NULL);
-- cycle
UPDATE a SET x = x + 1;
UPDATE b SET y = y - 1;
-- cycle: unchanged
DELETE FROM a WHERE x = 4;
INSERT INTO a VALUES (4, 'q');
