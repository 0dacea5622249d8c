-- 37 a join below an aggregate while both tables are flushed at different times
-- tables
CREATE TABLE a (k INTEGER, x INTEGER);
CREATE TABLE b (k INTEGER, y INTEGER);
INSERT INTO a VALUES (1, 1), (2, 2);
INSERT INTO b VALUES (1, 10), (2, 20), (2, 20);
-- view: incremental
SELECT a.k, SUM(a.x * b.y) AS s, MIN(b.y) AS lo FROM a JOIN b ON a.k = b.k GROUP BY a.k;
-- cycle
INSERT INTO a VALUES (1, 5);
CALL ducklake_flush_inlined_data('dl', table_name => 'a');
UPDATE b SET y = y + 1;
-- cycle
DELETE FROM a WHERE x = 1;
UPDATE b SET k = 1 WHERE k = 2;
CALL ducklake_flush_inlined_data('dl');
UPDATE a SET x = x + 1;
-- cycle
CALL ducklake_flush_inlined_data('dl');
DELETE FROM b WHERE y = 21;
CALL ducklake_flush_inlined_data('dl');
INSERT INTO b VALUES (2, 1), (1, NULL);
